import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startAmazon, type RunningAmazon } from '#emulators/amazon/start-amazon.ts'
import { bundle } from '#local/build/bundle.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createTestDeps, testEnvironment } from '#server/testing/app.ts'
import { buildCompany } from '#server/testing/builders.ts'
import { randomFrom } from '#server/testing/random.ts'
import { connectEmulatorAccount, emulatorApplication, stockEmulator } from '#server/testing/emulator-account.ts'
import { testContext } from '#server/testing/stock-sync-fixture.ts'
import type { SyncOrder } from '#server/testing/sync-process.ts'
import { openRun } from './request-sync.ts'

const skuCount = 3_000
const kills = 9
/** After so many kills the cursor has expired too, and the read starts again. */
const lives = 3

let amazon: RunningAmazon
let test: Awaited<ReturnType<typeof createTestDeps>>
let folder: string
const children = new Set<ChildProcess>()

beforeAll(async () => {
  test = await createTestDeps({ clock: systemClock })
  amazon = await startAmazon({ client: emulatorApplication, limits: 'off' })
  stockEmulator(amazon, skuCount)
  folder = mkdtempSync(join(tmpdir(), 'lockstep-kill-'))
  await bundle('server/testing/sync-process.ts', join(folder, 'sync-process.mjs'))
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await amazon.stop()
  await test.close()
  rmSync(folder, { recursive: true })
})

async function startProcess(): Promise<ChildProcess> {
  const child = fork(join(folder, 'sync-process.mjs'), {
    env: {
      ...testEnvironment(test.database.url),
      AMAZON_LWA_CLIENT_ID: emulatorApplication.id,
      AMAZON_LWA_CLIENT_SECRET: emulatorApplication.secret,
      AMAZON_APP_ID: emulatorApplication.appId,
      AMAZON_SP_API_URL: amazon.url,
      AMAZON_LWA_URL: amazon.url,
      AMAZON_SELLER_CENTRAL_URL: amazon.url,
      // The first process, which ends by itself, compiles for all others.
      NODE_COMPILE_CACHE: join(folder, 'compiled'),
    },
    execArgv: [],
  })
  children.add(child)
  await once(child, 'message')
  return child
}

async function beginRun() {
  const { id: companyId } = await buildCompany(test.deps.db)
  const ctx = testContext(test.deps, companyId)
  const accountId = await connectEmulatorAccount(test.deps, companyId, amazon)
  const request = { accountId, kind: 'inventory', mode: 'full', requestedBy: 'Test' } as const
  const { runId } = await ctx.transaction((tx) => openRun(tx, ctx, request))
  return { companyId, runId }
}

async function finish(child: ChildProcess, order: SyncOrder): Promise<void> {
  child.send(order)
  expect(await once(child, 'exit')).toEqual([0, null])
}

/** Makes the run's cursor expire, as it would after half a minute. */
const ageCursor = ({ companyId, runId }: SyncOrder) =>
  test.deps.db.inCompany(companyId, (tx) =>
    tx.execute(sql`
      update marketplace_sync_runs set checkpoint = jsonb_set(checkpoint, '{reading,cursor,madeAt}', '"2020-01-01T00:00:00Z"')
      where id = ${runId} and checkpoint #> '{reading,cursor}' is not null`),
  )

/** Everything that the run has written, without ids and dates. */
const outcomeOf = ({ companyId, runId }: SyncOrder) =>
  test.deps.db.inCompany(companyId, async (tx) => {
    const read = async (what: ReturnType<typeof sql>) => (await tx.execute(what)).rows
    return {
      levels: await read(sql`
        select s.sku, s.asin, s.fnsku, s.stock_holder, s.amazon_marketplace_id, s.is_active, p.title, l.qty_available,
          l.qty_reserved, l.qty_inbound, l.source
        from skus s join stock_levels l on l.sku_id = s.id join products p on p.id = s.product_id order by s.sku`),
      snapshots: await read(sql`
        select s.sku, c.source, c.qty_available, c.qty_reserved, c.qty_inbound
        from inventory_snapshots c join skus s on s.id = c.sku_id order by s.sku, c.captured_at`),
      products: await read(sql`select count(*)::int from products`),
      run: await read(sql`
        select status, rows_read, rows_changed, rows_created, rows_missing, rows_elsewhere, differences, error
        from marketplace_sync_runs where id = ${runId}`),
      differences: await read(sql`select cause, count(*)::int from stock_differences group by cause`),
      audited: await read(sql`
        select code from audit_log, jsonb_array_elements_text(changes #> '{after,skus}') as code
        where action = 'amazon.add-skus' order by code`),
    }
  })

it('a sync killed at random moments ends like an undisturbed one, with no snapshot twice', async () => {
  const seed = Date.now() % 1_000_000
  process.stdout.write(`kill-sync: seed ${seed}\n`)
  const random = randomFrom(seed)
  const undisturbed = await beginRun()
  const first = await startProcess()
  let spare = startProcess()
  const begun = performance.now()
  await finish(first, undisturbed)
  const wholeTime = performance.now() - begun

  const disturbed = await beginRun()
  for (let kill = 1; kill <= kills; kill += 1) {
    const child = await spare
    spare = startProcess()
    child.send(disturbed)
    await Promise.race([sleep((random() * 2 * wholeTime) / kills), once(child, 'exit')])
    expect(child.exitCode, `the run was over before kill ${kill}`).toBeNull()
    child.kill('SIGKILL')
    await once(child, 'exit')
    if (kill % lives === 0) await ageCursor(disturbed)
  }
  await finish(await spare, disturbed)

  const [expected, ended] = [await outcomeOf(undisturbed), await outcomeOf(disturbed)]
  expect(expected.snapshots).toHaveLength(skuCount)
  expect(expected.run).toMatchObject([{ status: 'completed', rows_read: skuCount, rows_created: skuCount }])
  expect(ended).toEqual(expected)
}, 240_000)
