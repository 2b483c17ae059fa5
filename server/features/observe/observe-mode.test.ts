import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { asMessage } from '#contract/i18n.ts'
import { observingRefusal } from '#contract/observe-values.ts'
import { sendMessages } from '#server/features/channels/messages/send-messages.ts'
import { sendDueNotifications } from '#server/features/notifications/sending/send-notifications.ts'
import { buildNotification } from '#server/features/notifications/notification-row.ts'
import { autoFulfill } from '#server/features/orders/fulfillment/auto-fulfill.ts'
import { fulfillOrder } from '#server/features/orders/fulfillment/request-fulfillment.ts'
import { auditLog } from '#server/platform/db/schema/audit.ts'
import { notifications } from '#server/platform/db/schema/notifications.ts'
import { observations } from '#server/platform/db/schema/observations.ts'
import { orders } from '#server/platform/db/schema/orders.ts'
import { channelDeliveries } from '#server/platform/db/schema/webhooks.ts'
import { Unavailable } from '#server/ports/failure.ts'
import { createTestApp, manualClock } from '#server/testing/app.ts'
import { createChannelPushFixture, outgoingPorts } from '#server/testing/channel-push-fixture.ts'
import { buildChannel } from '#server/testing/channels.ts'
import { FakeFulfillment } from '#server/testing/fake-fulfillment.ts'
import { type FakeWebsite, startFakeWebsite } from '#server/testing/fake-website.ts'
import { openSubmissionCompany, type SubmissionCompany } from '#server/testing/fulfillment-fixture.ts'
import { switchMode } from './switch-mode.ts'

const clock = manualClock()
const amazon = new FakeFulfillment(clock)
let test: Awaited<ReturnType<typeof createTestApp>>
let site: FakeWebsite
let company: SubmissionCompany

beforeAll(async () => {
  site = await startFakeWebsite()
  test = await createTestApp({ clock, ports: { ...outgoingPorts(), fulfillment: amazon } })
})
afterAll(async () => {
  await test.close()
  await site.close()
})
beforeEach(async () => {
  company = await openSubmissionCompany(test.deps)
})

const observe = (isObserving = true) => switchMode(company.ctx, { isObserving })
const observed = () => company.ctx.transaction((tx) => tx.select().from(observations).orderBy(observations.label))
const writes = () => amazon.asked.filter(({ call }) => call === 'submit' || call === 'cancel')

/** An order that automatic fulfillment would send now. */
const due = async () => {
  const { id: channelId } = await buildChannel(test.deps, company.companyId, { config: { autoFulfill: true } })
  return company.sell({ channelId, fulfillAfter: clock.now() })
}

it('only an admin switches it; it is audited, and everybody’s screens know', async () => {
  const [ops, admin] = [await test.as('ops', company.companyId), await test.as('admin', company.companyId)]
  expect((await ops.put('/api/observe', { isObserving: true })).statusCode).toBe(403)
  const on = await admin.put('/api/observe', { isObserving: true })
  expect(on.json()).toMatchObject({ observingSince: clock.now().toISOString() })
  expect((await ops.get('/api/auth/user')).json()).toMatchObject({ observingSince: clock.now().toISOString() })
  await admin.put('/api/observe', { isObserving: false })
  expect((await ops.get('/api/auth/user')).json()).toMatchObject({ observingSince: null })
  const entries = await company.ctx.transaction((tx) =>
    tx.select().from(auditLog).where(eq(auditLog.action, 'settings.observe')).orderBy(auditLog.id),
  )
  expect(entries.map(({ changes }) => changes?.after)).toEqual([{ isObserving: true }, { isObserving: false }])
})

it('a due order is recorded with its speed, units and fee, once, and not sent', async () => {
  await observe()
  const order = await due()
  expect(await autoFulfill(company.ctx)).toEqual({ sent: 0, kept: 0, left: 1 })
  expect(await autoFulfill(company.ctx)).toEqual({ sent: 0, kept: 0, left: 0 })
  expect(await observed()).toMatchObject([
    {
      kind: 'order',
      orderId: order.id,
      decision: 'send',
      planned: { speed: 'standard', units: 2, fee: '7.95', currency: 'USD' },
      firstAt: clock.now(),
      verdict: 'waiting',
    },
  ])
  expect(await company.attempts(order.id)).toEqual([])
  expect(writes()).toEqual([])
})

it('what Amazon would refuse would have been kept, for that reason', async () => {
  amazon.offers = []
  await observe()
  await due()
  const offer = {
    speed: 'standard',
    isFulfillable: false,
    fee: null,
    problems: [asMessage('No stock near there.')],
  } as const
  const dates = { earliestShipDate: null, latestShipDate: null, earliestArrivalDate: null, latestArrivalDate: null }
  amazon.offers = [{ ...offer, ...dates, problems: [...offer.problems] }]
  await autoFulfill(company.ctx)
  amazon.offers = null
  expect(await observed()).toMatchObject([{ decision: 'keep', reason: 'No stock near there.' }])
})

it('people are told why an order can’t be sent, also by the API of screens', async () => {
  await observe()
  const order = await due()
  await expect(fulfillOrder(company.ctx, { orderId: order.id, insists: true })).rejects.toThrow(observingRefusal)
  const ops = await test.as('ops', company.companyId)
  const refused = await ops.post(`/api/orders/${order.id}/cancel`, {})
  expect([refused.statusCode, refused.json()]).toMatchObject([409, { detail: observingRefusal }])
  expect((await ops.get(`/api/orders/${order.id}`)).json()).toMatchObject({ isObserving: true, status: 'placed' })
})

it('orders that were decided on stay with people when the company goes live; new ones are sent', async () => {
  await observe()
  const before = await due()
  await autoFulfill(company.ctx)
  const live = await observe(false)
  expect(live).toMatchObject({ observingSince: null, goingLive: { ordersToSend: 0, ordersLeft: 1 } })
  const after = await due()
  expect(await autoFulfill(company.ctx)).toEqual({ sent: 1, kept: 0, left: 0 })
  expect([await company.attempts(before.id), await company.attempts(after.id)]).toMatchObject([
    [],
    [{ status: 'pending' }],
  ])
})

it('observe mode is not switched on while Amazon has not answered', async () => {
  await company.ask()
  await expect(observe()).rejects.toThrow('One order is on the way to Amazon. Try again once Amazon has responded.')
})

it('stock is recorded per channel and SKU instead of told, and told once the company is live', async () => {
  const shop = await createChannelPushFixture(test.deps, site)
  await shop.setStock(7)
  await switchMode(shop.ctx, { isObserving: true })
  await shop.push()
  await shop.setStock(5)
  await shop.push()
  const rows = await shop.ctx.transaction((tx) => tx.select().from(observations))
  expect(rows).toMatchObject([{ kind: 'stock', label: shop.sku.sku, planned: { quantity: 5 }, times: 2 }])
  expect([shop.pushedItems(), await shop.isDue()]).toEqual([[], false])
  await switchMode(shop.ctx, { isObserving: false })
  await shop.push()
  expect(shop.pushedItems().flat()).toMatchObject([{ sku: shop.sku.sku, sellable: 5 }])
})

it('messages to channels and customers are recorded and never sent late', async () => {
  const order = await due()
  await observe()
  const { id: channelId } = await buildChannel(test.deps, company.companyId, { config: { webhookUrl: site.url } })
  const message = {
    companyId: company.companyId,
    channelId,
    orderId: order.id,
    eventType: 'order.delivered',
    url: site.url,
  }
  const waiting = { ...message, id: order.id, eventKey: 'key', payload: 'sealed', nextAttemptAt: clock.now() }
  const toCustomer = buildNotification(company.ctx, {
    type: 'order_shipped',
    audience: 'customer',
    method: 'email',
    orderId: order.id,
    eventKey: 'order_shipped:1',
    recipient: { text: 'ana@example.com', obstacle: null },
    words: { subject: 'Shipped', body: 'It is on its way.' },
    facts: null,
  })
  await company.ctx.transaction(async (tx) => {
    await tx.insert(channelDeliveries).values(waiting)
    await tx.insert(notifications).values(toCustomer)
  })
  await sendMessages(company.ctx)
  await sendDueNotifications(company.ctx)
  expect((await observed()).map(({ kind, label }) => [kind, label])).toEqual([
    ['channel_message', 'order.delivered'],
    ['customer_message', 'order_shipped email'],
  ])
  const left = await company.ctx.transaction(async (tx) => [
    await tx.select().from(channelDeliveries),
    (await tx.select().from(notifications)).map(({ status }) => status),
  ])
  expect(left).toEqual([[], ['skipped']])
})

it('a call that a feature makes all the same is refused and recorded', async () => {
  await observe()
  const handle = { marketplaceId: 'ATVPDKIKX0DER', externalId: 'LS-1' }
  const { fulfillment } = company.ctx.ports
  await expect(fulfillment?.cancel({} as never, handle)).rejects.toThrow(Unavailable)
  await expect(fulfillment?.read({ id: company.accountId } as never, handle)).resolves.toBeNull()
  expect(await observed()).toMatchObject([{ kind: 'cancellation', subject: 'call LS-1', verdict: 'not_compared' }])
  expect(writes()).toEqual([])
})

it('a company that does not observe is not affected by one that does', async () => {
  await observe()
  const other = await openSubmissionCompany(test.deps)
  const order = await other.ask()
  await other.send()
  expect(await other.attempts(order.id)).toMatchObject([{ status: 'submitted' }])
  const [row] = await company.ctx.transaction((tx) => tx.select({ count: sql<number>`count(*)::int` }).from(orders))
  expect(row).toEqual({ count: 0 })
})
