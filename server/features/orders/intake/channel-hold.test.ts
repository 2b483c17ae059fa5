import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fulfillments } from '#server/platform/db/schema/fulfillment.ts'
import { notifications } from '#server/platform/db/schema/notifications.ts'
import { orders } from '#server/platform/db/schema/orders.ts'
import { skus } from '#server/platform/db/schema/catalogue.ts'
import { createTestDeps, manualClock } from '#server/testing/app.ts'
import { heldBody, shopHold, withHeldReadings } from '#server/testing/held-readings.ts'
import { anOrder, createIntakeFixture, orderEventBody, type IntakeFixture } from '#server/testing/intake-fixture.ts'
import { changeSettings } from '#server/testing/stock.ts'
import { buildAccount } from '#server/testing/stock-sync-fixture.ts'
import { holdOrder, releaseOrder } from '../actions/actions.ts'
import { autoFulfill } from '../fulfillment/auto-fulfill.ts'
import { fulfillOrder } from '../fulfillment/request-fulfillment.ts'

const clock = manualClock(new Date('2026-03-02T09:00:00Z'))
let test: Awaited<ReturnType<typeof createTestDeps>>
let fixture: IntakeFixture
beforeAll(async () => {
  test = await createTestDeps({ clock })
})
afterAll(() => test.close())
beforeEach(async () => {
  const channel = { name: 'My Shop', config: { autoFulfill: true, autoFulfillDelayMinutes: 10 } } as const
  fixture = await createIntakeFixture(withHeldReadings(test.deps), { channel })
  await changeSettings(test.deps.db, fixture.companyId, { customerEmail: true })
  await fixture.ctx.transaction((tx) => tx.update(skus).set({ stockHolder: 'amazon' }))
  await buildAccount(test.deps, fixture.companyId)
})

const snapshot = (minute: number, changes: object = {}) =>
  orderEventBody(minute === 0 ? 'order.created' : 'order.updated', minute, anOrder('7', changes))
const held = (minute: number) => snapshot(minute, { hold: shopHold })
const ingest = async (...bodies: string[]) => {
  for (const body of bodies) {
    await fixture.deliver(body)
    await fixture.processInbox()
  }
}
const order = async () => {
  const [row] = await fixture.ctx.transaction((tx) => tx.select().from(orders))
  if (!row) throw new Error('no order came in')
  return row
}
const messages = async () =>
  (await fixture.ctx.transaction((tx) => tx.select().from(notifications))).filter(
    ({ audience, method }) => audience === 'customer' && method === 'email',
  )
const sentence = `${shopHold.reason} The order will continue when the shop releases it.`

describe('an order that comes in on hold', () => {
  it('is placed with its units held, and neither sent nor announced until the shop releases it, then once', async () => {
    await ingest(held(0))
    const { id, status, channelHold, fulfillAfter } = await order()
    expect({ status, channelHold, fulfillAfter }).toEqual({
      status: 'placed',
      channelHold: 'on_hold',
      fulfillAfter: null,
    })
    expect(await fixture.held()).toEqual({ MUG: 1, 'TEE-L': 2 })
    await expect(fulfillOrder(fixture.ctx, { orderId: id, insists: true })).rejects.toThrow(sentence)
    await expect(releaseOrder(fixture.ctx, { orderId: id })).rejects.toThrow('The order is not on hold.')
    expect(await messages()).toEqual([])
    await ingest(snapshot(5), snapshot(6, { hold: shopHold }), snapshot(7))
    const released = await order()
    expect(released.channelHold).toBeNull()
    expect(released.fulfillAfter).toEqual(new Date(clock.now().getTime() + 10 * 60_000))
    expect((await messages()).map(({ type }) => type)).toEqual(['order_placed'])
    expect((await fixture.timelineOf(id)).map(({ event }) => event)).toEqual([
      'order.placed',
      'order.held_by_channel',
      'order.released_by_channel',
      'order.held_by_channel',
      'order.released_by_channel',
    ])
  })

  it('stays on hold here when a person had held it too and releases it', async () => {
    await ingest(held(0))
    const { id } = await order()
    await holdOrder(fixture.ctx, { orderId: id, reason: 'Ask Ana' })
    expect(await releaseOrder(fixture.ctx, { orderId: id })).toMatchObject({
      isHeld: false,
      channelHold: shopHold,
    })
    expect((await order()).fulfillAfter).toBeNull()
  })
})

describe('a known order that its shop puts on hold', () => {
  it('is taken out of automatic fulfillment, whether the shop sends it whole or only names it', async () => {
    await ingest(snapshot(0), heldBody(3, '7'))
    expect(await order()).toMatchObject({ channelHold: 'on_hold', fulfillAfter: null })
    clock.advance(20 * 60)
    expect(await autoFulfill(fixture.ctx)).toEqual({ sent: 0, kept: 0, left: 0 })
    await ingest(snapshot(4), held(5))
    expect(await order()).toMatchObject({ channelHold: 'on_hold', fulfillAfter: null })
  })

  it('is not held by news older than the newest snapshot', async () => {
    await ingest(snapshot(0), snapshot(5), heldBody(3, '7'))
    expect(await order()).toMatchObject({ channelHold: null })
  })

  it('is held by news that came before the order, unless the order is newer', async () => {
    await ingest(heldBody(3, '7'), snapshot(0))
    expect(await order()).toMatchObject({ channelHold: 'on_hold', channelHoldReason: shopHold.reason })
    await ingest(heldBody(3, '8'), orderEventBody('order.updated', 6, anOrder('8')))
    const [newer] = await fixture.ctx.transaction((tx) =>
      tx.select().from(orders).where(eq(orders.externalOrderId, '8')),
    )
    expect(newer).toMatchObject({ channelHold: null })
  })

  it('makes no order of a name', async () => {
    await ingest(heldBody(3, '7'))
    expect(await fixture.orders()).toEqual([])
    expect(await fixture.deliveries()).toMatchObject([
      { externalOrderId: '7', error: 'The order has not arrived yet: the channel has it on hold.', hold: shopHold },
    ])
  })

  it('waits for a person when Amazon has it already, until the shop releases it', async () => {
    await ingest(snapshot(0))
    const { id } = await order()
    await fulfillOrder(fixture.ctx, { orderId: id, insists: true })
    await fixture.ctx.transaction((tx) => tx.update(fulfillments).set({ submittedAt: clock.now(), status: 'received' }))
    await fixture.ctx.transaction((tx) => tx.execute(sql`update orders set status = 'sent_to_fulfillment'`))
    await ingest(held(5))
    const reason = `My Shop put the order on hold after it was sent to Amazon. ${shopHold.reason}`
    expect(await fixture.open()).toEqual([{ code: 'held_by_channel', reason }])
    await ingest(snapshot(6))
    expect(await fixture.open()).toEqual([])
  })
})
