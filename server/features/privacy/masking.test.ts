import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OrderDetail } from '#contract/orders.ts'
import { allows } from '#contract/roles.ts'
import { updateOrder } from '#server/features/orders/order-queries.ts'
import { recordTimeline } from '#server/features/orders/timeline.ts'
import { orderBatches } from '#server/platform/db/schema/order-batches.ts'
import { customers } from '#server/platform/db/schema/customers.ts'
import { notifications } from '#server/platform/db/schema/notifications.ts'
import { createTestApp, type Browser } from '#server/testing/app.ts'
import { buildCompany } from '#server/testing/builders.ts'
import { buildSamples, everyEndpoint } from '#server/testing/endpoint-samples/every-endpoint.ts'
import { anOrder, createIntakeFixture, type IntakeFixture, orderEventBody } from '#server/testing/intake-fixture.ts'
import { ingestPersonalOrder, retentionColumns } from '#server/testing/privacy-fixture.ts'

const hidden = ['hidden.mail@customer.example', '+12065553344', '5 Hidden Lane', 'Hidden Loft']
const [email = '', phone = '', line1 = '', line2 = ''] = hidden

let server: Awaited<ReturnType<typeof createTestApp>>
let paths: { shown: string[]; refused: string[] }
let readers: { rita: Browser; olive: Browser }
let fixture: IntakeFixture

beforeAll(async () => {
  server = await createTestApp()
  fixture = await createIntakeFixture(server.deps)
  const { shippingAddress, ...rest } = anOrder('1', { customer: { email, phone, firstName: 'Ana', lastName: 'Ruiz' } })
  await fixture.deliver(
    orderEventBody('order.created', 0, { ...rest, shippingAddress: { ...shippingAddress, line1, line2 } }),
  )
  const deliveryId = await fixture.deliver(`{"type":"order.created","data":{"customer":"${email}"}}`)
  await fixture.processInbox()
  const [order] = await fixture.orders()
  const messages = await fixture.ctx.transaction((tx) =>
    tx
      .select({ id: notifications.id, method: notifications.method })
      .from(notifications)
      .where(eq(notifications.audience, 'customer')),
  )
  const [customer] = await fixture.ctx.transaction((tx) => tx.select({ id: customers.id }).from(customers))
  const at = { order: `/api/orders/${order?.id}`, channel: `/api/channels/${fixture.shop.id}` }
  const mails = messages.filter(({ method }) => method === 'email')
  paths = {
    shown: [
      '/api/orders',
      '/api/orders?search=Ana',
      `/api/orders?search=${encodeURIComponent(email)}`,
      at.order,
      `/api/customers/${customer?.id}`,
      '/api/orders/waiting',
      '/api/dashboard/recent-orders',
      '/api/attention',
      '/api/jobs',
      '/api/saved-views',
      at.channel,
      `${at.channel}/deliveries`,
      `${at.channel}/sent`,
      '/api/notifications',
      ...messages.map(({ id }) => `/api/notifications/${id}`),
      ...mails.map(({ id }) => `/api/notifications/${id}/page`),
    ],
    refused: [
      `${at.order}/payloads`,
      `${at.order}/packing-slip`,
      '/api/orders/export?format=csv',
      `${at.channel}/deliveries/${deliveryId}`,
      `/api/privacy/customers?search=${encodeURIComponent(email)}`,
      '/api/audit',
    ],
  }
  const { companyId } = fixture
  readers = { rita: await server.as('readonly', companyId), olive: await server.as('ops', companyId) }
})
afterAll(() => server.close())

it('people who may only read see no e-mail address, phone or street anywhere', async () => {
  expect(paths.shown.filter((path) => path.endsWith('/page'))).not.toEqual([])
  for (const path of paths.shown) {
    const { statusCode, body } = await readers.rita.get(path)
    expect([path, statusCode]).toEqual([path, 200])
    expect([path, hidden.filter((value) => body.includes(value))]).toEqual([path, []])
  }
})

it('people who may only read do not get data that cannot be masked', async () => {
  for (const path of paths.refused) expect([path, (await readers.rita.get(path)).statusCode]).toEqual([path, 403])
})

it('people who work with orders see personal data', async () => {
  const { body } = await readers.olive.get(
    paths.shown.find((path) => /^\/api\/orders\/[0-9a-f-]{36}$/.test(path)) ?? '',
  )
  expect(hidden.filter((value) => body.includes(value))).toEqual(hidden)
})

/** Personal data in clear that people who may only read see: names, towns, and texts that are masked when they are written. */
const shownToReaders = new Set([
  'customers.first_name',
  'customers.last_name',
  'customer_addresses.recipient_name',
  'customer_addresses.city',
  'customer_addresses.state',
  'customer_addresses.postal_code',
  'orders.customer_name',
  'order_events.details',
  'fulfillments.error',
  'shipment_events.location',
  'notifications.template_data',
  'notifications.error',
])

const canary = 'CanaryWord7'

/** Columns of a form of their own. */
const plantedIn: Readonly<Record<string, string>> = {
  url: `https://shop.example/in/${canary}?key=${canary}`,
  properties: JSON.stringify([{ name: 'Engraving', value: canary }]),
}

/** Writes the canary into every column that the data inventory calls personal and that is not listed above. */
async function plantCanaries({ companyId, deps }: IntakeFixture): Promise<string[]> {
  const columns = retentionColumns.filter(
    ({ table, column, isClear }) => isClear && !shownToReaders.has(`${table}.${column}`),
  )
  for (const { table, column } of columns) {
    const planted = plantedIn[column] ?? canary
    const { rowCount } = await deps.db.inCompany(companyId, (tx) =>
      tx.execute(sql`update ${sql.identifier(table)} set ${sql.identifier(column)} = ${planted}
        where ${sql.identifier(column)} is not null`),
    )
    expect([table, column, rowCount]).not.toEqual([table, column, 0])
  }
  return columns.map(({ table, column }) => `${table}.${column}`)
}

it('people who may only read see no text that customers or colleagues wrote, in any endpoint', async () => {
  const { companyId, deps, shop } = fixture
  const { id: orderId } = await ingestPersonalOrder(fixture, 'personal')
  const { id: otherCompanyId } = await buildCompany(deps.db)
  const samples = await buildSamples(deps, { companyId, otherCompanyId, viewerId: readers.olive.user.id })
  await readers.olive.post(`/api/orders/${orderId}/notes`, { text: canary })
  await readers.olive.post('/api/saved-views', {
    name: 'Hers',
    filters: { search: `${canary}@customer.example` },
    isShared: true,
  })
  expect(await plantCanaries(fixture)).toEqual(
    expect.arrayContaining(['orders.notes', 'orders.hold_reason', 'order_events.reason', 'channel_deliveries.url']),
  )
  const [message] = await fixture.ctx.transaction((tx) =>
    tx
      .select({ id: notifications.id })
      .from(notifications)
      .where(and(eq(notifications.orderId, orderId), eq(notifications.method, 'email'))),
  )
  const [batch] = await fixture.ctx.transaction((tx) => tx.select({ id: orderBatches.id }).from(orderBatches))
  const own = { orderId, channelId: shop.id, notificationId: message?.id, batchId: batch?.id }
  const readable = everyEndpoint.filter(
    ({ endpoint }) => endpoint.method === 'GET' && allows(endpoint.access, 'readonly'),
  )
  for (const { endpoint, sampleIn } of readable) {
    const { params, query } = sampleIn(samples)
    for (const ids of params ? [params, { ...params, ...own }] : [{}]) {
      const path = endpoint.path.replace(/:(\w+)/g, (_all, name: string) =>
        String(new Map(Object.entries(ids)).get(name)),
      )
      const { statusCode, body } = await readers.rita.get(`${path}?${new URLSearchParams(query).toString()}`)
      expect([path, statusCode, body.includes(canary)]).toEqual([path, 200, false])
    }
  }
  const seen = (await readers.rita.get(`/api/orders/${orderId}`)).json<OrderDetail>()
  expect(seen).toMatchObject({ notes: '•••', holdReason: '•••', isHeld: true })
  expect((await readers.olive.get(`/api/orders/${orderId}`)).json<OrderDetail>()).toMatchObject({
    notes: canary,
    holdReason: canary,
  })
})

it('people who may only read still see why Lockstep did something', async () => {
  const { deps, companyId } = fixture
  const { id: orderId } = await ingestPersonalOrder(fixture, 'explained')
  const ours = { reason: 'Amazon has this order, but: it waits.', at: deps.clock.now() }
  await fixture.ctx.transaction(async (tx) => {
    const event = (name: string, actorType: 'user' | 'job', reason = ours.reason) =>
      recordTimeline(tx, companyId, [
        {
          orderId,
          event: name,
          description: 'It happened.',
          reason,
          by: actorType === 'job' ? fixture.ctx.actor : { type: 'user', userId: orderId, role: 'ops', name: 'Olive' },
          at: ours.at,
        },
      ])
    await event('order.held', 'job')
    await event('order.restored', 'user')
    await event('order.cancelled', 'user')
    await updateOrder(tx, companyId, orderId, { heldAt: ours.at, holdReason: ours.reason })
  })
  const { holdReason, timeline } = (await readers.rita.get(`/api/orders/${orderId}`)).json<OrderDetail>()
  expect(holdReason).toBe(ours.reason)
  expect(timeline.flatMap(({ event, reason }) => (reason ? [[event, reason]] : []))).toEqual(
    expect.arrayContaining([
      ['order.held', ours.reason],
      ['order.restored', ours.reason],
      ['order.cancelled', '•••'],
      ['order.note', '•••'],
    ]),
  )
})
