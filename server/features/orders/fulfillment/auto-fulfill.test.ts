import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { holdUnits } from '#server/features/inventory/holds.ts'
import { skus } from '#server/platform/db/schema/catalogue.ts'
import { amazonIntegrations } from '#server/platform/db/schema/marketplace.ts'
import { channels } from '#server/platform/db/schema/channels.ts'
import { fulfillments } from '#server/platform/db/schema/fulfillment.ts'
import { orders } from '#server/platform/db/schema/orders.ts'
import { createTestDeps, manualClock } from '#server/testing/app.ts'
import { buildSku } from '#server/testing/builders.ts'
import { anOrder, createIntakeFixture, orderEventBody, type IntakeFixture } from '#server/testing/intake-fixture.ts'
import { buildOrder } from '#server/testing/order-fixture.ts'
import { buildAccount } from '#server/testing/stock-sync-fixture.ts'
import { autoFulfill, hasOrdersDue } from './auto-fulfill.ts'

const clock = manualClock()
let test: Awaited<ReturnType<typeof createTestDeps>>
let fixture: IntakeFixture
let accountId: string

beforeAll(async () => {
  test = await createTestDeps({ clock })
})
afterAll(() => test.close())
beforeEach(async () => {
  const channel = { config: { autoFulfill: true, autoFulfillDelayMinutes: 10, shippingSpeed: 'expedited' } } as const
  fixture = await createIntakeFixture(test.deps, { channel })
  await fixture.ctx.transaction((tx) => tx.update(skus).set({ stockHolder: 'amazon' }))
  accountId = await buildAccount(test.deps, fixture.companyId)
})

async function ingestOrder(externalOrderId: string, changes: object = {}): Promise<string> {
  await fixture.deliver(orderEventBody('order.created', 0, anOrder(externalOrderId, changes)))
  await fixture.processInbox()
  const order = (await fixture.orders()).find((one) => one.externalOrderId === externalOrderId)
  if (!order) throw new Error('no order was taken in')
  return order.id
}

type Changes = Parameters<typeof buildOrder>[2]

/** An order that is due now, without the checks of intake. */
const due = async (changes: Changes = {}) => {
  const sold = { sku: 'MUG', skuId: fixture.skuId('MUG'), quantity: 1 }
  const standing = { channelId: fixture.shop.id, fulfillAfter: clock.now(), items: [sold], ...changes }
  return (await buildOrder(test.deps, fixture.companyId, standing)).id
}

const run = () => autoFulfill(fixture.ctx)
const isDue = () => fixture.ctx.transaction((tx) => hasOrdersDue(tx, fixture.companyId, clock.now()))
const attempts = () => fixture.ctx.transaction((tx) => tx.select().from(fulfillments).orderBy(fulfillments.id))
const orderOf = async (orderId: string) => {
  const [order] = await fixture.ctx.transaction((tx) => tx.select().from(orders).where(eq(orders.id, orderId)))
  return order
}
const setChannel = (changes: Partial<typeof channels.$inferInsert>) =>
  fixture.ctx.transaction((tx) => tx.update(channels).set(changes).where(eq(channels.id, fixture.shop.id)))
const setAccount = (isActive: boolean) =>
  fixture.ctx.transaction((tx) =>
    tx.update(amazonIntegrations).set({ isActive }).where(eq(amazonIntegrations.id, accountId)),
  )

it('an order is sent once its delay is over, at its own speed and after single requests', async () => {
  const orderId = await ingestOrder('1')
  expect([await isDue(), await run()]).toEqual([false, { sent: 0, kept: 0, left: 0 }])
  clock.advance(10 * 60)
  expect(await isDue()).toBe(true)
  const runs = await Promise.all([run(), run()])
  expect(runs.reduce((sum, { sent }) => sum + sent, 0)).toBe(1)
  expect(await attempts()).toMatchObject([{ orderId, status: 'pending', shippingSpeed: 'expedited', isBulk: true }])
  expect(await orderOf(orderId)).toMatchObject({ status: 'placed', fulfillAfter: null })
  expect((await fixture.timelineOf(orderId)).at(-1)).toMatchObject({ event: 'fulfillment.requested', actorType: 'job' })
  expect([await isDue(), await run()]).toEqual([false, { sent: 0, kept: 0, left: 0 }])
})

it('orders whose delay is over are sent, whatever happens to one of them', async () => {
  const [bad, good] = [await due({ customer: { line1: null } }), await due()]
  expect(await run()).toEqual({ sent: 1, kept: 1, left: 0 })
  expect((await attempts()).map(({ orderId }) => orderId)).toEqual([good])
  expect(await orderOf(bad)).toMatchObject({ fulfillAfter: null, status: 'placed' })
})

it.each([
  {
    trouble: 'an address that nobody could deliver to',
    code: 'bad_address',
    place: () => due({ customer: { line1: null } }),
  },
  {
    trouble: 'units that are lacking by now',
    code: 'not_enough_stock',
    place: async () => {
      const orderId = await due({ items: [{ sku: 'MUG', skuId: fixture.skuId('MUG'), quantity: 11 }] })
      await fixture.ctx.transaction((tx) => holdUnits(tx, { companyId: fixture.companyId, orderId, at: clock.now() }))
      return orderId
    },
  },
  {
    trouble: 'a thing that Amazon does not hold',
    code: 'unfulfillable',
    place: async () => {
      const { id, sku } = await buildSku(test.deps.db, fixture.companyId, { stockHolder: 'merchant' })
      return due({ items: [{ sku, skuId: id }] })
    },
  },
])('keeps an order with $trouble back for a person', async ({ code, place }) => {
  const orderId = await place()
  expect(await run()).toEqual({ sent: 0, kept: 1, left: 0 })
  expect(await attempts()).toEqual([])
  const [item] = await fixture.open()
  expect(item?.code).toBe(code)
  expect((await fixture.timelineOf(orderId)).at(-1)).toMatchObject({ event: 'order.kept_back', reason: item?.reason })
  expect(await isDue()).toBe(false)
})

it.each<{ meanwhile: string; changes: Changes }>([
  { meanwhile: 'put on hold', changes: { heldAt: new Date(), holdReason: 'Fraud check' } },
  { meanwhile: 'cancelled', changes: { status: 'cancelled' } },
  { meanwhile: 'in trouble', changes: { attention: [{ code: 'totals_differ', reason: 'It is 3.00 too much.' }] } },
])('leaves an order alone that is $meanwhile', async ({ changes }) => {
  const orderId = await due(changes)
  expect(await run()).toEqual({ sent: 0, kept: 0, left: 1 })
  expect([await attempts(), (await orderOf(orderId))?.fulfillAfter]).toEqual([[], null])
})

it('orders are left alone once their channel no longer fulfills automatically', async () => {
  const orderId = await due()
  await setChannel({ config: { autoFulfill: false } })
  expect(await run()).toEqual({ sent: 0, kept: 0, left: 1 })
  expect([await attempts(), (await orderOf(orderId))?.fulfillAfter]).toEqual([[], null])
})

it('orders of an inactive channel wait until it is active again', async () => {
  await due()
  await setChannel({ isActive: false })
  expect([await isDue(), await run()]).toEqual([false, { sent: 0, kept: 0, left: 0 }])
  await setChannel({ isActive: true })
  expect([await isDue(), (await run()).sent]).toEqual([true, 1])
})

it('orders wait while no account is connected, without attention', async () => {
  await due()
  await due()
  await setAccount(false)
  expect(await run()).toEqual({ sent: 0, kept: 0, left: 2 })
  expect([await fixture.open(), await isDue()]).toEqual([[], false])
  await setAccount(true)
  clock.advance(15 * 60)
  expect((await run()).sent).toBe(2)
})
