import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SyncRun } from '#contract/marketplace.ts'
import { AmazonListing, ListingChange, TwoWayRun } from '#contract/two-way.ts'
import { noOrigin, platformContext } from '#server/platform/context.ts'
import { auditLog } from '#server/platform/db/schema/audit.ts'
import { retryOnConflict } from '#server/platform/db/retry.ts'
import { marketplaceSyncRuns, syncSchedules } from '#server/platform/db/schema/marketplace.ts'
import { Unauthorized } from '#server/ports/failure.ts'
import { buildSku } from '#server/testing/builders.ts'
import { type Browser, readAllPages } from '#server/testing/app.ts'
import { objection, type FakeListings } from '#server/testing/fake-listings.ts'
import { unitedStates } from '#server/testing/fake-marketplace.ts'
import { countLockWaits } from '#server/testing/database-contents.ts'
import { buildAccount } from '#server/testing/stock-sync-fixture.ts'
import { changeSettings } from '#server/testing/stock.ts'
import { createTwoWayFixture, type TwoWayCompany, type TwoWayFixture } from '#server/testing/two-way-fixture.ts'
import { lockRunningRun } from '../sync/run-queries.ts'
import { scheduleNext, claimDueSyncs } from '../sync/schedule-queries.ts'
import { startDueSyncs, requestSync } from '../sync/request-sync.ts'

let test: TwoWayFixture
let company: TwoWayCompany
let amazon: FakeListings
let ops: Browser

beforeAll(async () => {
  test = await createTwoWayFixture()
})
afterAll(() => test.close())
beforeEach(async () => {
  company = await test.company()
  amazon = test.freshListings()
  ops = await test.as('ops', company.id)
})

const syncPath = '/api/sync/amazon-two-way'
const previewPath = '/api/sync/amazon-two-way/preview'

describe('Force Two-Way Sync Now', () => {
  it('starts a sync of every connected account and audits who asked', async () => {
    await buildAccount(test.deps, company.id, { name: 'Second' })
    await buildAccount(test.deps, company.id, { name: 'Refused', isActive: false })
    const reply = await ops.post(syncPath)
    expect(reply.statusCode).toBe(202)
    const runs = reply.json<SyncRun[]>()
    expect(runs.map(({ kind, mode, status, requestedBy }) => [kind, mode, status, requestedBy])).toEqual([
      ['two_way', 'full', 'running', 'Ana Ruiz'],
      ['two_way', 'full', 'running', 'Ana Ruiz'],
    ])
    expect((await ops.post(syncPath)).json<SyncRun[]>().map(({ id }) => id)).toEqual(runs.map(({ id }) => id))
    const entries = await company.ctx.transaction((tx) =>
      tx.select().from(auditLog).where(eq(auditLog.action, 'amazon.two-way-sync')),
    )
    expect(entries[0]).toMatchObject({
      actorName: 'Ana Ruiz',
      changes: { after: { accounts: ['Harbor Home', 'Second'] } },
    })
  })

  it('is refused without an account, and to readonly users', async () => {
    const bare = await test.as('ops')
    for (const path of [syncPath, previewPath]) {
      const reply = await bare.post(path)
      expect([reply.statusCode, reply.json()]).toMatchObject([409, { detail: 'No Amazon account is connected.' }])
      expect((await (await test.as('readonly', company.id)).post(path)).statusCode).toBe(403)
    }
  })

  it('replaces a preview in progress', async () => {
    const [preview] = (await ops.post(previewPath)).json<SyncRun[]>()
    const [run] = (await ops.post(syncPath)).json<SyncRun[]>()
    expect(run).toMatchObject({ mode: 'full', status: 'running' })
    expect(await company.run(preview?.id ?? '')).toMatchObject({
      status: 'failed',
      error: 'A sync has taken its place.',
    })
    expect(await company.carryOut(preview?.id ?? '')).toMatchObject({ ended: 'The sync had already ended.' })
  })
})

it('a sync that is requested while the schedule starts one succeeds', async () => {
  const { ctx, accountId } = company
  await ops.post(previewPath)
  await ctx.transaction((tx) =>
    scheduleNext(tx, { companyId: company.id, accountId, kind: 'two_way' }, test.clock.now()),
  )
  let reply: ReturnType<typeof ops.post> | undefined
  // PostgreSQL aborts one of the two transactions; it is retried, as the schedule does.
  await retryOnConflict(() =>
    ctx.transaction(async (tx) => {
      await claimDueSyncs(tx, company.id, new Date(test.clock.now().getTime() + 24 * 3_600_000))
      if (reply) return
      reply = ops.post(syncPath)
      await expect.poll(() => countLockWaits(test.deps.db), { interval: 5 }).toBeGreaterThan(0)
      await lockRunningRun(tx, { companyId: company.id, accountId, kind: 'two_way' }, test.clock.now())
    }),
  )
  expect((await reply)?.statusCode).toBe(202)
})

describe('a preview', () => {
  it('is refused while a sync runs, and leaves nothing behind', async () => {
    await ops.post(syncPath)
    const reply = await ops.post(previewPath)
    expect([reply.statusCode, reply.json()]).toMatchObject([
      409,
      { detail: 'A two-way sync is running. Preview the changes when it’s done.' },
    ])
    expect(await company.ctx.transaction((tx) => tx.select().from(marketplaceSyncRuns))).toHaveLength(1)
  })

  it('leaves the schedule as it is', async () => {
    await ops.post(previewPath)
    expect(await company.ctx.transaction((tx) => tx.select().from(syncSchedules))).toEqual([])
  })

  it('lists what would change, and is not part of the change history', async () => {
    for (const sku of ['A', 'B', 'C']) {
      await buildSku(test.deps.db, company.id, { sku, title: `Title of ${sku}`, price: '20.00' })
      amazon.put(unitedStates, sku, { values: { price: '22.00', quantity: null }, changedAt: test.clock.now() })
    }
    const [preview] = (await ops.post(previewPath)).json<SyncRun[]>()
    const runId = preview?.id ?? ''
    await company.carryOut(runId)
    const run = TwoWayRun.parse((await ops.get(`/api/amazon/two-way-runs/${runId}`)).json())
    expect(run).toMatchObject({ mode: 'dry_run', status: 'completed', toAmazon: 3, toLockstep: 0, conflicts: 3 })
    const pages = await readAllPages(ops, `/api/amazon/listing-changes?runId=${runId}&limit=2`, ListingChange)
    expect(pages.map(({ rows, total }) => [rows.length, total])).toEqual([
      [2, 3],
      [1, 3],
    ])
    const changes = pages.flatMap(({ rows }) => rows)
    expect(changes.map(({ sku }) => sku)).toEqual(['A', 'B', 'C'])
    expect(changes[0]).toMatchObject({
      sku: 'A',
      title: 'Title of A',
      field: 'price',
      ours: '20.00',
      amazon: '22.00',
      direction: 'to_amazon',
      isConflict: true,
      outcome: 'planned',
      marketplaceId: unitedStates,
    })
    expect((await ops.get('/api/amazon/listing-changes')).json()).toEqual([])
    expect((await ops.get(`/api/amazon/listing-changes?runId=${runId}&only=to_lockstep`)).json()).toEqual([])
  })
})

describe('the change history', () => {
  it('can be filtered by kind', async () => {
    await buildSku(test.deps.db, company.id, { sku: 'A', title: 'Title of A', price: '20.00' })
    amazon.put(unitedStates, 'A')
    await company.sync(company.accountId)
    test.clock.advance(3600)
    amazon.change(unitedStates, 'A', { price: '25.00' })
    const runId = await company.sync(company.accountId)
    const only = async (kind: string) =>
      (await ops.get(`/api/amazon/listing-changes?runId=${runId}&only=${kind}`)).json<ListingChange[]>().length
    expect([
      await only('to_lockstep'),
      await only('to_amazon'),
      await only('conflicts'),
      await only('rejected'),
    ]).toEqual([1, 0, 0, 0])
  })

  it('shows a change as skipped, not planned, once its sync has ended without it', async () => {
    const { id } = await buildSku(test.deps.db, company.id, { sku: 'A', title: 'Title of A', price: '20.00' })
    amazon.put(unitedStates, 'A', { values: { quantity: null } })
    await company.sync(company.accountId)
    await company.editSku(id, { price: '18.00' })
    amazon.failNext('patch', new Unauthorized('Amazon no longer lets Lockstep in.'))
    const runId = await company.sync(company.accountId)
    const shown = (await ops.get(`/api/amazon/listing-changes?runId=${runId}`)).json<ListingChange[]>()
    expect(shown).toMatchObject([{ field: 'price', outcome: 'skipped', reason: 'The sync ended before this change.' }])
  })

  it('is visible to readonly users and invisible to other companies', async () => {
    const runId = await company.sync(company.accountId)
    const reader = await test.as('readonly', company.id)
    expect((await reader.get(`/api/amazon/two-way-runs/${runId}`)).statusCode).toBe(200)
    const stranger = await test.as('admin')
    expect((await stranger.get(`/api/amazon/two-way-runs/${runId}`)).statusCode).toBe(404)
  })

  it('is not available for a run of another kind', async () => {
    const { ctx, accountId } = company
    const runId = await ctx.transaction((tx) =>
      requestSync(tx, ctx, { accountId, kind: 'inventory', mode: 'full', requestedBy: 'Test' }),
    )
    expect((await ops.get(`/api/amazon/two-way-runs/${runId}`)).statusCode).toBe(404)
  })
})

it('the listings of a SKU include the issues that Amazon reports', async () => {
  const { id } = await buildSku(test.deps.db, company.id, { sku: 'A' })
  const issue = objection()
  amazon.put(unitedStates, 'A', { asin: 'B0A', statuses: ['DISCOVERABLE'], issues: [issue] })
  await company.sync(company.accountId, 'dry_run')
  const [listing] = (await ops.get(`/api/amazon/listings/${id}`)).json<AmazonListing[]>()
  expect(AmazonListing.parse(listing)).toMatchObject({
    accountName: 'Harbor Home',
    marketplaceId: unitedStates,
    isBuyable: false,
    issues: [issue],
    changedAt: test.clock.now().toISOString(),
    sentAt: null,
  })
  expect((await (await test.as('ops')).get(`/api/amazon/listings/${id}`)).statusCode).toBe(404)
})

describe('the schedule', () => {
  const startDue = () =>
    startDueSyncs(platformContext(test.deps, { actor: { type: 'system', name: 'Test' }, origin: noOrigin }))
  const runs = async () =>
    (await company.ctx.transaction((tx) => tx.select().from(marketplaceSyncRuns).orderBy(marketplaceSyncRuns.id))).map(
      ({ kind, mode }) => `${kind} ${mode}`,
    )
  const endRuns = () => company.ctx.transaction((tx) => tx.update(marketplaceSyncRuns).set({ status: 'completed' }))

  it('starts with the first inventory sync, and waits until that is done', async () => {
    const { ctx, accountId } = company
    await ctx.transaction((tx) =>
      requestSync(tx, ctx, { accountId, kind: 'inventory', mode: 'full', requestedBy: 'Test' }),
    )
    await startDue()
    expect(await runs()).toEqual(['inventory full'])
    await endRuns()
    await startDue()
    await startDue()
    expect(await runs()).toEqual(['inventory full', 'two_way full'])
  })

  it('continues at the company’s interval with changed listings', async () => {
    await changeSettings(test.deps.db, company.id, { syncFrequency: '1h' })
    await company.carryOut(await company.request(company.accountId))
    test.clock.advance(3599)
    await startDue()
    expect(await runs()).toHaveLength(1)
    test.clock.advance(1)
    await startDue()
    expect(await runs()).toEqual(['two_way full', 'two_way delta'])
  })
})
