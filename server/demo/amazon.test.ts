import { count, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startAmazon, type RunningAmazon } from '#emulators/amazon/start-amazon.ts'
import { listChanges, readTwoWayRun } from '#server/features/marketplace/two-way/list-changes.ts'
import { previewTwoWay, syncTwoWay } from '#server/features/marketplace/two-way/two-way-sync.ts'
import { createAmazonClient } from '#server/integrations/amazon/client.ts'
import { application, testSettings } from '#server/integrations/amazon/fixtures/test-settings.ts'
import { createAmazonListings } from '#server/integrations/amazon/listings.ts'
import { createAmazonMarketplace } from '#server/integrations/amazon/marketplace.ts'
import { companyContext, noOrigin, type Deps } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { auditLog } from '#server/platform/db/schema/audit.ts'
import { skus } from '#server/platform/db/schema/catalogue.ts'
import { companies } from '#server/platform/db/schema/companies.ts'
import { stockDifferences } from '#server/platform/db/schema/drift.ts'
import { amazonIntegrations, marketplaceSyncRuns } from '#server/platform/db/schema/marketplace.ts'
import { createLog } from '#server/platform/log.ts'
import { createTestDeps, noPorts } from '#server/testing/app.ts'
import { Unavailable } from '#server/ports/failure.ts'
import { handlers } from '#server/worker.ts'
import { connectDemo } from './amazon.ts'
import { loadDemo } from './load-demo.ts'

let amazon: RunningAmazon
let test: Awaited<ReturnType<typeof createTestDeps>>
let deps: Deps
let companyId: string
const lines: string[] = []

beforeAll(async () => {
  amazon = await startAmazon({ client: application, limits: 'off', speed: 0 })
  test = await createTestDeps()
  const { settings } = testSettings(amazon)
  deps = {
    ...test.deps,
    clock: { now: () => new Date(amazon.clock.time()) },
    log: createLog({ LOG_LEVEL: 'warn' }, 'test', { write: (line) => lines.push(line) }),
    config: { ...test.deps.config, AMAZON_SP_API_URL: amazon.url },
    ports: {
      ...noPorts,
      marketplace: createAmazonMarketplace(settings),
      listings: createAmazonListings(settings, createAmazonClient(settings)),
    },
  }
  await loadDemo(deps.db, deps.clock)
  const [company] = await deps.db.onPlatform((tx) => tx.select().from(companies))
  companyId = company?.id ?? ''
})
afterAll(async () => {
  await test.close()
  await amazon.stop()
})

const inDemo = <T>(work: (tx: Tx) => Promise<T>) => deps.db.inCompany(companyId, work)
const accounts = () => inDemo((tx) => tx.select().from(amazonIntegrations))

it('the demo stays unconnected when the Amazon emulator does not answer, and a warning is logged', async () => {
  await connectDemo({ ...deps, config: { ...deps.config, AMAZON_SP_API_URL: 'http://127.0.0.1:1' } })
  expect(await accounts()).toEqual([])
  expect(lines.join()).toContain('the demo company could not be connected')
})

it('the demo never connects to another machine', async () => {
  await connectDemo({
    ...deps,
    config: { ...deps.config, AMAZON_SP_API_URL: 'https://sellingpartnerapi-na.amazon.com' },
  })
  expect(await accounts()).toEqual([])
})

it('the demo company is connected as an operator would, and the first sync reports differences', async () => {
  await connectDemo(deps)
  expect(await accounts()).toMatchObject([{ name: 'Harbor & Pine US', isActive: true, lastSyncedAt: null }])
  const [run] = await inDemo((tx) => tx.select().from(marketplaceSyncRuns))
  expect(run).toMatchObject({ mode: 'full', status: 'running', requestedBy: 'Theo Okafor' })
  const [entry] = await inDemo((tx) => tx.select().from(auditLog).where(eq(auditLog.action, 'amazon.connect')))
  expect(entry).toMatchObject({ actorName: 'Theo Okafor' })

  const job = { actor: { type: 'job', name: 'inventory.sync' } as const, origin: noOrigin }
  await handlers['inventory.sync'](companyContext(deps, job, companyId), { runId: run?.id })
  const [held] = await inDemo((tx) => tx.select({ count: count() }).from(skus).where(eq(skus.stockHolder, 'amazon')))
  const [done] = await inDemo((tx) => tx.select().from(marketplaceSyncRuns))
  expect(done).toMatchObject({
    status: 'completed',
    rowsRead: held?.count,
    rowsCreated: 1,
    rowsMissing: 0,
    differences: 4,
  })
  const differences = await inDemo((tx) => tx.select().from(stockDifferences))
  expect(differences.map(({ cause }) => cause).toSorted()).toEqual([
    'changed_since',
    'changed_since',
    'changed_since',
    'new_on_amazon',
  ])
  expect((await accounts())[0]?.lastSyncedAt).not.toBeNull()
})

it('the demo has two-way differences in both directions, a conflict and a rejection', async () => {
  const preview = await runTwoWay(previewTwoWay)
  expect(preview).toMatchObject({ status: 'completed', conflicts: 1, rejected: 0 })
  expect(await changedFields(preview.id, 'to_lockstep')).toEqual([
    'HP-KET bulletPoints',
    'HP-LANTERN-POCKET brand',
    'HP-LANTERN-POCKET description',
    'HP-LANTERN-POCKET price',
    'HP-MUG-SPR price',
  ])
  expect(await changedFields(preview.id, 'to_amazon')).toEqual(
    expect.arrayContaining(['HP-CML-08 quantity', 'HP-MAT listing', 'HP-SLT description']),
  )
  const sync = await runTwoWay(syncTwoWay)
  expect(sync).toMatchObject({ status: 'completed', toAmazon: preview.toAmazon, toLockstep: 5, conflicts: 1 })
  expect(await changedFields(sync.id, 'rejected')).toContain('HP-MAT listing')
  expect(await runTwoWay(previewTwoWay)).toMatchObject({ status: 'completed', toAmazon: 0, toLockstep: 0 })
})

const context = () => companyContext(deps, { actor: { type: 'job', name: 'test' }, origin: noOrigin }, companyId)

/** Starts a two-way sync and runs its job until it no longer waits for Amazon. */
async function runTwoWay(start: typeof syncTwoWay) {
  const [run] = await start(context())
  const runId = run?.id ?? ''
  for (let isDone = false; !isDone;) {
    isDone = await handlers['marketplace.two-way-sync'](context(), { runId }).then(
      () => true,
      (error: unknown) => {
        if (!(error instanceof Unavailable)) throw error
        amazon.clock.advance(60_000)
        return false
      },
    )
  }
  return readTwoWayRun(context(), { runId })
}

async function changedFields(runId: string, only: 'to_amazon' | 'to_lockstep' | 'rejected') {
  const { rows } = await listChanges(context(), { runId, only, limit: 100 })
  return rows.map(({ sku, field }) => `${sku} ${field}`).toSorted()
}
