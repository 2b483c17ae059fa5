import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { notifications } from '#server/platform/db/schema/notifications.ts'
import { channelDeliveries } from '#server/platform/db/schema/webhooks.ts'
import { createTestDeps, manualClock } from '#server/testing/app.ts'
import { buildChannel } from '#server/testing/channels.ts'
import { createOrderFixture, type OrderFixture } from '#server/testing/order-fixture.ts'
import { changeSettings } from '#server/testing/stock.ts'
import { addNote } from '../teamwork/notes.ts'
import { acknowledgeOrder, holdOrder, releaseOrder, requestReview } from './actions.ts'

const clock = manualClock()
let test: Awaited<ReturnType<typeof createTestDeps>>
let fixture: OrderFixture
beforeAll(async () => {
  test = await createTestDeps({ clock })
  fixture = await createOrderFixture(test.deps)
})
afterAll(() => test.close())

const shop = (config: object) => buildChannel(test.deps, fixture.companyId, { config })

describe('acknowledging an order', () => {
  it('moves the order, tells its channel once, and records who did it', async () => {
    const { id: channelId } = await shop({ webhookUrl: 'https://shop.example/hook' })
    const { id: orderId } = await fixture.build({ channelId })
    expect(await acknowledgeOrder(fixture.ctx, { orderId })).toMatchObject({ id: orderId, status: 'acknowledged' })
    expect((await fixture.timeline(orderId)).at(-1)).toMatchObject({ event: 'order.acknowledged', actorName: 'Olive' })
    expect(await fixture.audit(orderId)).toEqual([
      {
        action: 'order.acknowledge',
        actorName: 'Olive',
        changes: { before: { status: 'placed' }, after: { status: 'acknowledged' } },
      },
    ])
    const messages = await fixture.ctx.transaction((tx) => tx.select().from(channelDeliveries))
    expect(messages).toMatchObject([{ orderId, channelId, eventType: 'order.acknowledged' }])
  })

  it('finds no order of another company', async () => {
    const { id: orderId } = await fixture.build()
    const elsewhere = await createOrderFixture(test.deps)
    await expect(acknowledgeOrder(elsewhere.ctx, { orderId })).rejects.toMatchObject({ code: 'not_found' })
    expect(await fixture.row(orderId)).toMatchObject({ status: 'placed' })
  })
})

describe('an order on hold', () => {
  it('is not sent automatically until it is released, and then after its channel’s delay', async () => {
    const { id: channelId } = await shop({ autoFulfill: true, autoFulfillDelayMinutes: 30 })
    const { id: orderId } = await fixture.build({ channelId, fulfillAfter: new Date() })
    expect(await holdOrder(fixture.ctx, { orderId, reason: 'Fraud check' })).toMatchObject({ isHeld: true })
    expect(await fixture.row(orderId)).toMatchObject({
      heldAt: clock.now(),
      holdReason: 'Fraud check',
      fulfillAfter: null,
    })
    expect(await releaseOrder(fixture.ctx, { orderId })).toMatchObject({ isHeld: false })
    const due = new Date(clock.now().getTime() + 30 * 60_000)
    expect(await fixture.row(orderId)).toMatchObject({ heldAt: null, holdReason: null, fulfillAfter: due })
    expect((await fixture.timeline(orderId)).slice(1)).toEqual([
      { event: 'order.held', description: 'Put on hold.', reason: 'Fraud check', actorName: 'Olive' },
      { event: 'order.released', description: 'Released from hold.', reason: null, actorName: 'Olive' },
    ])
    expect((await fixture.audit(orderId)).map(({ action }) => action)).toEqual(['order.hold', 'order.release'])
  })

  it('held by two people at once is held by one of them', async () => {
    const { id: orderId } = await fixture.build()
    const held = ['Fraud check', 'Wrong size'].map((reason) => holdOrder(fixture.ctx, { orderId, reason }))
    const outcomes = (await Promise.allSettled(held)).map(({ status }) => status)
    expect(outcomes.toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await fixture.timeline(orderId)).filter(({ event }) => event === 'order.held')).toHaveLength(1)
  })
})

describe('a note', () => {
  it('is in the timeline with its text and in the audit log without it', async () => {
    const { id: orderId } = await fixture.build({ status: 'delivered' })
    await addNote(fixture.ctx, { orderId, text: 'Ana called: leave it with the neighbour' })
    expect((await fixture.timeline(orderId)).at(-1)).toEqual({
      event: 'order.note',
      description: 'Note',
      reason: 'Ana called: leave it with the neighbour',
      actorName: 'Olive',
    })
    const [entry] = await fixture.audit(orderId)
    expect(entry).toMatchObject({ action: 'order.note' })
    expect(JSON.stringify(entry)).not.toContain('neighbour')
  })
})

describe('asking for a review', () => {
  const sixDaysAgo = () => new Date(clock.now().getTime() - 6 * 24 * 3600 * 1000)
  const delivered = (at: OrderFixture) =>
    at.build({ status: 'delivered', shippedAt: sixDaysAgo(), deliveredAt: sixDaysAgo() })
  const written = (at: OrderFixture) => at.ctx.transaction((tx) => tx.select().from(notifications))

  it('sends one e-mail, however many people request it at once', async () => {
    const office = await createOrderFixture(test.deps)
    await changeSettings(test.deps.db, office.companyId, { customerEmail: true, customerSms: true })
    const { id: orderId } = await delivered(office)
    const asked = [1, 2].map(() => requestReview(office.ctx, { orderId }))
    const outcomes = await Promise.allSettled(asked)
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await written(office)).toMatchObject([
      { type: 'review_request', audience: 'customer', method: 'email', orderId, status: 'pending' },
    ])
    expect(await office.row(orderId)).toMatchObject({ reviewRequestedAt: clock.now() })
    expect((await office.timeline(orderId)).at(-1)).toMatchObject({ event: 'order.review_requested' })
  })

  it('is refused while e-mail to customers is switched off', async () => {
    const office = await createOrderFixture(test.deps)
    await changeSettings(test.deps.db, office.companyId, { customerEmail: false })
    const { id: orderId } = await delivered(office)
    await expect(requestReview(office.ctx, { orderId })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('Settings > Notifications'),
    })
    expect(await written(office)).toEqual([])
    expect(await office.row(orderId)).toMatchObject({ reviewRequestedAt: null })
  })
})
