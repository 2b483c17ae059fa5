import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CustomerRow } from '#contract/privacy.ts'
import { hashRecipient } from '#server/features/notifications/recipients.ts'
import { mayHaveBeenSentMessage } from '#server/features/notifications/sending/claim-message.ts'
import { notificationOptOuts, notifications } from '#server/platform/db/schema/notifications.ts'
import { webhookEvents } from '#server/platform/db/schema/webhooks.ts'
import { createTestApp, type Browser } from '#server/testing/app.ts'
import { auditedChanges } from '#server/testing/channels.ts'
import { anOrder, createIntakeFixture, orderEventBody } from '#server/testing/intake-fixture.ts'
import { closeOrder, countRemaining, retentionColumns, ingestPersonalOrder } from '#server/testing/privacy-fixture.ts'

let server: Awaited<ReturnType<typeof createTestApp>>
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

async function openFixture() {
  const fixture = await createIntakeFixture(server.deps)
  const order = await ingestPersonalOrder(fixture, '1042')
  const olive = await server.as('ops', fixture.companyId)
  return {
    fixture,
    order,
    olive,
    actions: (action: string) => auditedChanges(server.deps.db, fixture.companyId, action),
  }
}

const find = async (browser: Browser, search: string) =>
  (await browser.get(`/api/privacy/customers?search=${encodeURIComponent(search)}`)).json<CustomerRow[]>()

it('a search finds the customer of an e-mail address or order number, and is audited', async () => {
  const { order, olive, actions } = await openFixture()
  const [ana] = await find(olive, ' ANA@example.com')
  expect(ana).toMatchObject({
    name: 'Ana Ruiz',
    email: 'ana@example.com',
    phone: '+12065550100',
    orderCount: 1,
    openOrders: 1,
    lastOrderAt: '2026-03-02T09:00:00.000Z',
    erasedAt: null,
  })
  for (const number of [order.orderNumber, order.orderNumber.toLowerCase(), '1042', '#1042']) {
    expect(await find(olive, number)).toEqual([ana])
  }
  expect(await find(olive, 'bo@example.com')).toEqual([])
  expect(await actions('customer.view')).toHaveLength(5)
})

it('the export has all stored data of the customer in one file, and is audited', async () => {
  const { order, olive, actions } = await openFixture()
  const [ana] = await find(olive, 'ana@example.com')
  const reply = await olive.get(`/api/privacy/customers/${ana?.id}/export`)
  expect(reply.headers['content-disposition']).toContain(`customer-${ana?.id}.json`)
  expect(reply.json()).toMatchObject({
    customer: { name: 'Ana Ruiz', email: 'ana@example.com', phone: '+12065550100' },
    addresses: [{ line1: '1 Main St', line2: 'Apt 5', city: 'Seattle', country: 'US' }],
    orders: [
      {
        orderNumber: order.orderNumber,
        total: '46.00',
        notes: 'Ring twice',
        lines: [{ sku: 'TEE-L', quantity: 2 }, { sku: 'MUG' }],
        timeline: expect.arrayContaining([expect.objectContaining({ description: 'Note', reason: 'Ana called' })]),
        fulfillments: [{ status: 'cancelled', whereabouts: [{ event: 'seen', location: 'Seattle' }] }],
      },
    ],
    messages: expect.arrayContaining([
      expect.objectContaining({ recipient: 'ana@example.com', subject: 'On its way', message: 'Hello Ana' }),
    ]),
    toldByChannels: [{ eventType: 'order.created', text: expect.stringContaining('ana@example.com') }],
  })
  expect(await actions('customer.export')).toMatchObject([{ actor_name: 'Ana Ruiz' }])
})

/** The value of each personal data column in the exported file. */
const shownAs: Record<string, string> = {
  'webhook_events.payload': String.raw`\"order.created\"`,
  'customers.email': '"email": "ana@example.com"',
  'customers.first_name': '"name": "Ana Ruiz"',
  'customers.last_name': '"name": "Ana Ruiz"',
  'customers.phone': '"phone": "+12065550100"',
  'customer_addresses.recipient_name': '"recipientName": "Ana R."',
  'customer_addresses.line1': '"line1": "1 Main St"',
  'customer_addresses.line2': '"line2": "Apt 5"',
  'customer_addresses.city': '"city": "Seattle"',
  'customer_addresses.state': '"state": "WA"',
  'customer_addresses.postal_code': '"postalCode": "98101"',
  'orders.customer_name': '"customerName": "Ana Ruiz"',
  'orders.notes': '"notes": "Ring twice"',
  'orders.hold_reason': '"holdReason": "Ana asked"',
  'orders.channel_hold_reason': '"channelHoldReason": "Ana asked the shop"',
  'order_items.properties': '"value": "For Ana"',
  'order_events.reason': '"reason": "Ana called"',
  'order_events.details': '"told": "by Ana"',
  'attention_items.resolution': '"resolution": "Ana agreed"',
  'fulfillments.error': '"error": "Amazon does not know the street"',
  'shipment_events.location': '"location": "Seattle"',
  'notifications.recipient': '"recipient": "ana@example.com"',
  'notifications.subject': '"subject": "On its way"',
  'notifications.message': '"message": "Hello Ana"',
  'notifications.template_data': '"order": "LS-1"',
  'notifications.error': '"error": "Mailbox full"',
}

/** Hashes are not readable, outgoing deliveries repeat the order, and batches concern other customers too. */
const leftOut = [
  'channel_deliveries.payload',
  'channel_deliveries.url',
  'customer_addresses.address_hash',
  'customers.email_hash',
  'customers.phone_hash',
  'notifications.recipient_hash',
  'order_batches.reason',
  'orders.channel_address_hash',
]

it('the export has every column that is erased, except those named here', async () => {
  const { order, olive } = await openFixture()
  const [ana] = await find(olive, order.orderNumber)
  const { body } = await olive.get(`/api/privacy/customers/${ana?.id}/export`)
  expect([...Object.keys(shownAs), ...leftOut].toSorted()).toEqual(
    retentionColumns.map(({ table, column }) => `${table}.${column}`).toSorted(),
  )
  expect(Object.entries(shownAs).filter(([, text]) => !body.includes(text))).toEqual([])
})

it('the export has the customer’s opt-outs and deliveries that could not be processed', async () => {
  const { fixture, order, olive } = await openFixture()
  const [ana] = await find(olive, order.orderNumber)
  const { companyId, ctx } = fixture
  const stranger = { method: 'sms', recipientHash: hashRecipient(ctx.vault, '+12065550199') } as const
  const byText = { method: 'sms', recipientHash: hashRecipient(ctx.vault, '+12065550100') } as const
  const failed = await fixture.deliver(orderEventBody('order.updated', 1, anOrder('1042', { notes: 'Not taken in' })))
  await ctx.transaction(async (tx) => {
    await tx.insert(notificationOptOuts).values([stranger, byText].map((optOut) => ({ companyId, ...optOut })))
    const read = { externalOrderId: '1042', error: 'It could not be stored.' }
    await tx.update(webhookEvents).set(read).where(eq(webhookEvents.id, failed))
  })
  const file = (await olive.get(`/api/privacy/customers/${ana?.id}/export`)).json<{
    wantsNoMessagesBy: { method: string }[]
    toldByChannels: { text: string }[]
  }>()
  expect(file.wantsNoMessagesBy.map(({ method }) => method)).toEqual(['sms'])
  expect(file.toldByChannels.at(-1)?.text).toContain('Not taken in')
})

it('an erasure is refused while an order is open, and otherwise immediate and final', async () => {
  const { fixture, order, olive, actions } = await openFixture()
  const [ana] = await find(olive, 'ana@example.com')
  const erase = () => olive.post(`/api/privacy/customers/${ana?.id}/erase`)
  const refused = await erase()
  expect([refused.statusCode, refused.json<{ detail: string }>().detail]).toEqual([409, ana?.eraseObstacle])
  expect(ana?.eraseObstacle).toContain('One order is still on the way')
  await closeOrder(fixture, order.id, server.deps.clock.now())
  const { companyId } = fixture
  await fixture.ctx.transaction(async (tx) => {
    await tx.update(notifications).set({ status: 'pending' })
    const claimed = { attemptedAt: server.deps.clock.now() }
    await tx.update(notifications).set(claimed).where(eq(notifications.type, 'order_shipped'))
    await tx.insert(notificationOptOuts).values({ companyId, method: 'email', recipientHash: 'of ana' })
  })
  expect((await erase()).json()).toMatchObject({ id: ana?.id, name: null, email: null, phone: null, openOrders: 0 })
  const kept = await countRemaining(server.deps, companyId)
  // Texts of our own say why a message was not sent.
  const named = Object.entries(kept).filter(([column]) => column !== 'notifications.error')
  expect(named.filter(([, rows]) => rows > 0)).toEqual([])
  const unsent = await fixture.ctx.transaction((tx) => tx.select().from(notifications))
  expect(new Set(unsent.map(({ status, error }) => `${status}: ${error}`))).toEqual(
    new Set(['skipped: The customer’s data was erased before it was sent.', `failed: ${mayHaveBeenSentMessage}`]),
  )
  expect(await fixture.ctx.transaction((tx) => tx.select().from(notificationOptOuts))).toHaveLength(1)
  expect(await find(olive, 'ana@example.com')).toEqual([])
  expect(await find(olive, order.orderNumber)).toMatchObject([
    { erasedAt: '2026-03-02T10:00:00.000Z', eraseObstacle: 'Their data has already been erased.' },
  ])
  expect((await erase()).statusCode).toBe(409)
  const [entry] = await actions('customer.erase')
  expect(entry).toMatchObject({ actor_name: 'Ana Ruiz', changes: { after: { erased: { orders: 1, customers: 1 } } } })
})
