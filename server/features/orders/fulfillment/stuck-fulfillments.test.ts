import { sellerFulfillmentOrderId } from './amazon-order-id.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { setCancellation, setFate, setOrderFate } from '#emulators/amazon/fulfillment/control.ts'
import type { Cancellation } from '#emulators/amazon/fulfillment/order.ts'
import { startAmazon } from '#emulators/amazon/start-amazon.ts'
import { putItems } from '#emulators/amazon/stocked-items.ts'
import { createAmazonClient } from '#server/integrations/amazon/client.ts'
import { testSettings } from '#server/integrations/amazon/fixtures/test-settings.ts'
import { createAmazonFulfillment } from '#server/integrations/amazon/fulfillment.ts'
import { companyContext, noOrigin } from '#server/platform/context.ts'
import { fulfillments } from '#server/platform/db/schema/fulfillment.ts'
import { createTestDeps, noPorts } from '#server/testing/app.ts'
import { buildSku } from '#server/testing/builders.ts'
import { unitedStates } from '#server/testing/fake-marketplace.ts'
import { createOrderFixture } from '#server/testing/order-fixture.ts'
import { connectEmulatorAccount, emulatorApplication } from '#server/testing/emulator-account.ts'
import { countStock } from '#server/testing/stock.ts'
import { trackDueAttempts, hasDueTracking } from './track-fulfillments.ts'
import { fulfillOrder } from './request-fulfillment.ts'
import { submitDueAttempts, hasDueSubmissions } from './submit-attempts.ts'
import { updateFulfillmentSettings } from './settings.ts'
import { hasStuckFulfillments, findStuckFulfillments } from './stuck-fulfillments.ts'

const sku = 'LAMP'
const application = { clientId: emulatorApplication.id, clientSecret: emulatorApplication.secret }

let amazon: Awaited<ReturnType<typeof startAmazon>>
let test: Awaited<ReturnType<typeof createTestDeps>>
beforeAll(async () => {
  amazon = await startAmazon({ client: emulatorApplication, limits: 'off', speed: 0 })
  const { settings } = testSettings(amazon, { mayHang: true, ...application })
  const fulfillment = createAmazonFulfillment(settings, createAmazonClient(settings))
  test = await createTestDeps({ clock: { now: () => amazon.clock.now() }, ports: { ...noPorts, fulfillment } })
})
afterAll(async () => {
  await test.close()
  await amazon.stop()
})
beforeEach(() => {
  setFate(amazon.state, 'stays-in-planning')
  setCancellation(amazon.state, 'obeys')
})

const seller = () => {
  const [first] = Object.values(amazon.state.sellers)
  if (!first) throw new Error('The emulator has no seller')
  return first
}

/** An order that Amazon has accepted and leaves in planning. */
async function stuckOrder({ heals }: { heals: boolean }) {
  const fixture = await createOrderFixture(test.deps)
  const { companyId } = fixture
  await connectEmulatorAccount(test.deps, companyId, amazon)
  putItems(amazon.state, seller(), unitedStates, [{ sku, title: 'Lamp', fulfillable: 100 }], amazon.clock.now())
  const { id: skuId } = await buildSku(test.deps.db, companyId, { sku, stockHolder: 'amazon' })
  await countStock(test.deps.db, companyId, skuId, { available: 100 })
  const order = await fixture.build({ placedAt: amazon.clock.now(), items: [{ skuId, sku, quantity: 1 }] })
  await updateFulfillmentSettings(fixture.ctx, { healStuckOrders: heals })
  await fulfillOrder(fixture.ctx, { orderId: order.id, insists: false })
  const job = companyContext(test.deps, { actor: { type: 'job', name: 'orders.watch' }, origin: noOrigin }, companyId)
  const atAmazon = () =>
    Object.values(seller().fulfillment.orders).filter(({ asked }) => asked.displayableOrderId === order.orderNumber)
  const live = () => atAmazon().filter(({ status }) => status !== 'Cancelled')
  let mostLive = 0
  const jobs = [
    [hasDueSubmissions, submitDueAttempts],
    [hasDueTracking, trackDueAttempts],
    [hasStuckFulfillments, findStuckFulfillments],
    [hasDueSubmissions, submitDueAttempts],
  ] as const
  /** Runs what the sweep does every minute. */
  const minute = async () => {
    for (const [isNeeded, run] of jobs) {
      if (await job.transaction((tx) => isNeeded(tx, companyId, amazon.clock.now()))) await run(job)
      mostLive = Math.max(mostLive, live().length)
    }
    amazon.clock.advance(60_000)
  }
  await minute()
  return {
    ...order,
    fixture,
    live,
    atAmazon,
    mostLive: () => mostLive,
    attempts: () => job.transaction((tx) => tx.select().from(fulfillments).where(eq(fulfillments.orderId, order.id))),
    openCodes: async () =>
      (await fixture.attention(order.id)).filter(({ resolvedAt }) => !resolvedAt).map(({ code }) => code),
    status: async () => (await fixture.row(order.id))?.status,
    /** Lets minutes pass until the condition holds; returns how many. */
    minutesUntil: async (isOver: () => boolean | Promise<boolean>, most = 60) => {
      for (let minutes = 0; minutes < most; minutes += 1) {
        if (await isOver()) return minutes
        await minute()
      }
      return Number.POSITIVE_INFINITY
    },
  }
}

type StuckOrder = Awaited<ReturnType<typeof stuckOrder>>

const isFound = (order: StuckOrder) => async () => (await order.openCodes()).includes('stuck_in_planning')
const isDelivered = (order: StuckOrder) => async () => (await order.status()) === 'delivered'
const shipped = ({ atAmazon }: StuckOrder) => atAmazon().filter(({ status }) => status === 'Complete').length

it('an order left in planning is found within 15 minutes of its ship date, and raised once', async () => {
  const order = await stuckOrder({ heals: false })
  const shipDate = async () => (await order.attempts())[0]?.estimatedShipDate
  await order.minutesUntil(isFound(order))
  const late = amazon.clock.now().getTime() - ((await shipDate())?.getTime() ?? 0)
  expect(late / 60_000).toBeGreaterThan(0)
  expect(late / 60_000).toBeLessThan(15)
  await order.minutesUntil(() => false, 10)
  expect(await order.fixture.attention(order.id)).toHaveLength(1)
  expect(order.atAmazon()).toMatchObject([{ status: 'Planning', cancelRequestedAt: null }])
  setOrderFate(amazon.state, seller(), sellerFulfillmentOrderId(order, 1), 'ships', amazon.clock.now())
  expect(await order.minutesUntil(isDelivered(order))).toBeLessThan(20)
  expect(await order.openCodes()).toEqual([])
})

it('a stuck order is cancelled and resent automatically when enabled, once Amazon has confirmed the cancellation', async () => {
  const order = await stuckOrder({ heals: true })
  await order.minutesUntil(() => order.atAmazon()[0]?.cancelRequestedAt !== null)
  setFate(amazon.state, 'ships')
  await order.minutesUntil(async () => (await order.attempts()).length === 2)
  expect(order.atAmazon()[0]).toMatchObject({ status: 'Cancelled' })
  expect(await order.minutesUntil(isDelivered(order))).toBeLessThan(20)
  expect(order.atAmazon().map(({ status }) => status)).toEqual(['Cancelled', 'Complete'])
  expect(order.mostLive()).toBe(1)
  expect(await order.openCodes()).toEqual([])
})

it.each(['refuses', 'ignores'] as const satisfies Cancellation[])(
  'a stuck order ships once when Amazon %s the cancellation half-way',
  async (cancellation) => {
    const order = await stuckOrder({ heals: true })
    setCancellation(amazon.state, cancellation)
    setFate(amazon.state, 'ships')
    await order.minutesUntil(isDelivered(order), 20)
    if (cancellation === 'refuses') {
      expect(await order.openCodes()).toEqual(['stuck_in_planning'])
      setOrderFate(amazon.state, seller(), sellerFulfillmentOrderId(order, 1), 'ships', amazon.clock.now())
      await order.minutesUntil(isDelivered(order), 20)
    }
    const requests = (await order.fixture.timeline(order.id)).filter(
      ({ event }) => event === 'fulfillment.cancel_requested',
    )
    expect(requests).toHaveLength(1)
    expect(await order.status()).toBe('delivered')
    expect(await order.attempts()).toHaveLength(1)
    expect([order.mostLive(), shipped(order)]).toEqual([1, 1])
    expect(await order.openCodes()).toEqual([])
  },
)
