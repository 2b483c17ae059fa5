import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { notifications } from '#server/platform/db/schema/notifications.ts'
import { createTestApp, type Browser } from '#server/testing/app.ts'
import { anOrder, createIntakeFixture, orderEventBody } from '#server/testing/intake-fixture.ts'

const hidden = ['hidden.mail@customer.example', '+12065553344', '5 Hidden Lane', 'Hidden Loft']
const [email = '', phone = '', line1 = '', line2 = ''] = hidden

let server: Awaited<ReturnType<typeof createTestApp>>
let paths: { shown: string[]; refused: string[] }
let readers: { rita: Browser; olive: Browser }

beforeAll(async () => {
  server = await createTestApp()
  const fixture = await createIntakeFixture(server.deps)
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
  const at = { order: `/api/orders/${order?.id}`, channel: `/api/channels/${fixture.shop.id}` }
  const mails = messages.filter(({ method }) => method === 'email')
  paths = {
    shown: [
      '/api/orders',
      '/api/orders?search=Ana',
      `/api/orders?search=${encodeURIComponent(email)}`,
      at.order,
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
