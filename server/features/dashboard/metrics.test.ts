import type { FirstStepDecision } from '#contract/first-steps.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { DashboardMetrics, FulfillmentHealth, TodaysWork } from '#contract/dashboard.ts'
import { attentionItems } from '#server/platform/db/schema/attention.ts'
import { amazonIntegrations, marketplaceSyncRuns } from '#server/platform/db/schema/marketplace.ts'
import { lowStockSpells, stockLevels } from '#server/platform/db/schema/stock.ts'
import { newId } from '#server/platform/ids.ts'
import { createTestApp, manualClock, noPorts, type Browser } from '#server/testing/app.ts'
import { buildCompany, buildSku } from '#server/testing/builders.ts'
import { FakeFulfillment } from '#server/testing/fake-fulfillment.ts'
import { buildFailedJob } from '#server/testing/test-jobs.ts'
import { buildOrder } from '#server/testing/order-fixture.ts'
import { buildFulfillment, changeSettings } from '#server/testing/stock.ts'
import { buildAccount } from '#server/testing/stock-sync-fixture.ts'

/** Half past ten in Berlin, on the day when clocks went forward. */
const clock = manualClock(new Date('2026-03-29T08:30:00Z'))
let server: Awaited<ReturnType<typeof createTestApp>>
beforeAll(async () => {
  server = await createTestApp({ clock, ports: { ...noPorts, fulfillment: new FakeFulfillment(clock) } })
})
afterAll(() => server.close())

async function seller() {
  const { id } = await buildCompany(server.deps.db)
  await changeSettings(server.deps.db, id, { timeZone: 'Europe/Berlin', currency: 'EUR' })
  return { id, reader: await server.as('readonly', id) }
}

const metricsOf = async (browser: Browser) => (await browser.get('/api/dashboard/metrics')).json<DashboardMetrics>()
const healthOf = async (browser: Browser) =>
  (await browser.get('/api/dashboard/fulfillment-health')).json<FulfillmentHealth>()

it('the metrics count sales of today, and of yesterday until the same local time', async () => {
  const { id: companyId, reader } = await seller()
  const sell = (placedAt: string, order: object = {}) =>
    buildOrder(server.deps, companyId, {
      placedAt: new Date(placedAt),
      currency: 'EUR',
      channelId: null,
      customer: null,
      items: [{ skuId: null, sku: 'MUG', unitPrice: '10.10' }],
      ...order,
    })
  await sell('2026-03-28T23:00:00Z')
  await sell('2026-03-29T08:29:59Z')
  await sell('2026-03-29T07:00:00Z', { currency: 'USD' })
  await sell('2026-03-29T07:00:00Z', { status: 'cancelled' })
  await sell('2026-03-27T23:00:00Z')
  await sell('2026-03-28T09:29:59Z')
  await sell('2026-03-28T09:30:00Z')
  await sell('2026-03-28T22:59:59Z')
  await sell('2026-03-27T22:59:59Z')
  const elsewhere = await seller()
  await buildOrder(server.deps, elsewhere.id, { placedAt: clock.now() })
  await buildFailedJob(server.deps, companyId)
  expect(await metricsOf(reader)).toMatchObject({
    today: '2026-03-29',
    currency: 'EUR',
    todayOrders: 3,
    todayRevenue: '20.20',
    otherRevenue: [{ currency: 'USD', revenue: '10.10' }],
    failedJobsCount: 1,
    before: { orders: 2, revenue: '20.20' },
  })
  expect(await metricsOf(elsewhere.reader)).toMatchObject({
    todayOrders: 1,
    todayRevenue: '0.00',
    failedJobsCount: 0,
    before: { orders: 0, revenue: '0.00' },
  })
})

it('the metrics count low SKUs now and at this hour yesterday', async () => {
  const { id: companyId, reader } = await seller()
  const [longAgo, since, before] = ['2026-03-20T09:00:00Z', '2026-03-28T09:30:01Z', '2026-03-28T09:30:00Z']
  type Stock = { left: number; lowSince?: string; spell?: [string, string]; isActive?: boolean; counted?: boolean }
  const stock = async ({ left, lowSince, spell, isActive = true, counted = true }: Stock) => {
    const { id: skuId } = await buildSku(server.deps.db, companyId, { isActive })
    const count = { source: 'amazon', readAt: clock.now(), qtyAvailable: left } as const
    await server.deps.db.inCompany(companyId, async (tx) => {
      await tx
        .update(stockLevels)
        .set({
          ...(counted ? count : {}),
          lowSince: lowSince ? new Date(lowSince) : null,
          createdAt: new Date(longAgo),
        })
        .where(eq(stockLevels.skuId, skuId))
      if (!spell) return
      const [beganAt, endedAt] = [new Date(spell[0]), new Date(spell[1])]
      await tx.insert(lowStockSpells).values({ companyId, id: newId(), skuId, beganAt, endedAt })
    })
  }
  await stock({ left: 0, counted: false })
  await stock({ left: 10, lowSince: before })
  await stock({ left: 3, lowSince: since })
  await stock({ left: 3, lowSince: since, spell: [longAgo, since] })
  await stock({ left: 50, spell: [before, since] })
  await stock({ left: 50, spell: [longAgo, before] })
  await stock({ left: 50, spell: [since, '2026-03-28T12:00:00Z'] })
  await stock({ left: 11 })
  await stock({ left: 1, lowSince: longAgo, spell: [longAgo, since], isActive: false })
  const metrics = await metricsOf(reader)
  expect(metrics).toMatchObject({ lowStockCount: 4, before: { lowStock: 4 } })
  const alerts = await reader.get('/api/inventory/alerts')
  expect(Number(alerts.headers['x-total-count'])).toBe(metrics.lowStockCount)
})

it('the work of today counts what waits, since when, and leaves out what somebody holds', async () => {
  const { id: companyId, reader } = await seller()
  const today = async () => (await reader.get('/api/dashboard/today')).json<TodaysWork>()
  const nothing = { count: 0, oldestAt: null }
  expect(await today()).toEqual({ toShip: nothing, attention: nothing, toReorder: nothing, failed: nothing })
  const place = (hour: string, order: object = {}) =>
    buildOrder(server.deps, companyId, {
      placedAt: new Date(`2026-03-2${hour}:00:00Z`),
      channelId: null,
      items: [{ skuId: null, sku: 'MUG' }],
      ...order,
    })
  await place('8T10')
  await place('7T09', { status: 'acknowledged' })
  await place('6T08', { status: 'shipped', partialReason: '1 of 2 units is still to be sent.' })
  await place('5T08', { status: 'shipped' })
  await place('5T08', { status: 'delivered', partialReason: '1 of 2 units is still to be sent.' })
  await place('5T08', { heldAt: clock.now(), holdReason: 'Fraud check' })
  await place('5T08', { channelHold: 'on_hold', channelHoldReason: 'The shop keeps it back.' })
  const { id: orderId } = await place('5T08', { status: 'cancelled' })
  const raised = { companyId, orderId, reason: 'See to it.' } as const
  await server.deps.db.inCompany(companyId, (tx) =>
    tx.insert(attentionItems).values([
      { ...raised, id: newId(), code: 'totals_differ', raisedAt: new Date('2026-03-28T06:00:00Z') },
      {
        ...raised,
        id: newId(),
        code: 'not_enough_stock',
        raisedAt: new Date('2026-03-20T06:00:00Z'),
        details: { waitsForStockSince: '2026-03-21T06:00:00Z' },
      },
      { ...raised, id: newId(), code: 'cancelled_by_channel', raisedAt: new Date('2026-03-28T07:00:00Z') },
      {
        ...raised,
        id: newId(),
        code: 'bad_address',
        raisedAt: clock.now(),
        resolvedAt: clock.now(),
        resolution: 'Done',
      },
    ]),
  )
  const { id: skuId } = await buildSku(server.deps.db, companyId)
  await server.deps.db.inCompany(companyId, (tx) =>
    tx
      .update(stockLevels)
      .set({ lowSince: new Date('2026-03-20T09:00:00Z') })
      .where(eq(stockLevels.skuId, skuId)),
  )
  await buildFailedJob(server.deps, companyId)
  expect(await today()).toEqual({
    toShip: { count: 3, oldestAt: '2026-03-26T08:00:00.000Z' },
    attention: { count: 1, oldestAt: '2026-03-28T06:00:00.000Z' },
    toReorder: { count: 1, oldestAt: '2026-03-20T09:00:00.000Z' },
    failed: { count: 1, oldestAt: expect.any(String) },
  })
  const listed = await reader.get('/api/orders?flag=to_ship')
  expect(listed.headers['x-total-count']).toBe('3')
  expect((await (await seller()).reader.get('/api/dashboard/today')).json()).toMatchObject({ toShip: nothing })
})

it('the checklist is shown until it is hidden, and again when somebody asks for it', async () => {
  const { id: companyId, reader } = await seller()
  const ops = await server.as('ops', companyId)
  const isShownAfter = async (decision: FirstStepDecision) => {
    await ops.post('/api/first-steps', { decision })
    return (await metricsOf(reader)).hasFirstSteps
  }
  expect((await metricsOf(reader)).hasFirstSteps).toBe(true)
  expect(await isShownAfter('hide')).toBe(false)
  expect(await isShownAfter('show')).toBe(true)
  expect((await reader.post('/api/first-steps', { decision: 'hide' })).statusCode).toBe(403)
})

it('fulfillment health is read from accounts, syncs and orders', async () => {
  const { id: companyId, reader } = await seller()
  expect(await healthOf(reader)).toMatchObject({ state: 'not_connected', lastAnswerAt: null, waiting: 0 })
  const [heardAt, shippedAt] = [new Date('2026-03-29T08:00:00Z'), new Date('2026-03-29T08:10:00Z')]
  const integrationId = await buildAccount(server.deps, companyId)
  const ship = async (attempt: object) => {
    const order = await buildOrder(server.deps, companyId, { channelId: null })
    await buildFulfillment(server.deps.db, companyId, order, { integrationId, nextCheckAt: clock.now(), ...attempt })
  }
  const run = { companyId, integrationId, kind: 'inventory', mode: 'full' } as const
  await server.deps.db.inCompany(companyId, async (tx) => {
    await tx.update(amazonIntegrations).set({ lastSyncedAt: heardAt })
    const failed = { status: 'failed', error: 'Denied.', startedAt: new Date('2026-03-29T07:00:00Z') } as const
    await tx.insert(marketplaceSyncRuns).values({ ...run, id: newId(), ...failed })
  })
  expect(await healthOf(reader)).toMatchObject({ state: 'troubled', detail: expect.stringContaining('Denied.') })
  await server.deps.db.inCompany(companyId, (tx) =>
    tx.insert(marketplaceSyncRuns).values({ ...run, id: newId(), status: 'completed', startedAt: heardAt }),
  )
  await ship({ status: 'planning', acceptedAt: shippedAt })
  expect(await healthOf(reader)).toMatchObject({ state: 'healthy', lastAnswerAt: shippedAt.toISOString(), waiting: 0 })
  await ship({ createdAt: new Date('2026-03-29T08:20:00Z'), error: 'Quota.' })
  expect(await healthOf(reader)).toMatchObject({ state: 'slow', waiting: 1, detail: expect.stringContaining('Quota.') })
  await ship({ submittedAt: new Date('2026-03-29T08:15:00Z') })
  expect(await healthOf(reader)).toMatchObject({ state: 'troubled', waiting: 2 })
  expect(await healthOf((await seller()).reader)).toMatchObject({ state: 'not_connected', waiting: 0 })
})
