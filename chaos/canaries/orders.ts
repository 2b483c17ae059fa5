import { setTimeout as sleep } from 'node:timers/promises'
import { placeOrder } from '#emulators/meta/orders/place-order.ts'
import { signDelivery, signedWebhook, webhookOf } from '#server/testing/shop-webhooks.ts'
import { withClient } from '#server/testing/postgres.ts'
import { call } from './people.ts'
import { sku, type Company } from './company.ts'
import type { CanarySystem } from './system.ts'

/** A buyer as a shop sends them: e-mail, phone and street are encrypted at rest, searchable fields are not. */
export function makeBuyer({ registry, values }: CanarySystem, of: string) {
  return {
    email: registry.personal(`e-mail of ${of}`, values.email()),
    phone: registry.personal(`phone of ${of}`, values.phone()),
    line1: registry.personal(`street of ${of}`, values.street()),
    line2: registry.personal(`flat of ${of}`, values.flat()),
    firstName: registry.readable(`first name of ${of}`, values.name()),
    lastName: registry.readable(`last name of ${of}`, values.name()),
    recipientName: registry.readable(`recipient of ${of}`, values.name()),
    city: registry.readable(`town of ${of}`, `Port ${values.word(9)}`),
    notes: registry.readable(`gift message of ${of}`, `For ${values.name()} from ${values.name()}`),
  }
}

export type Buyer = ReturnType<typeof makeBuyer>

export const orderOf = (externalOrderId: string, buyer: Buyer) => {
  const { email, phone, firstName, lastName, line1, line2, recipientName, city, notes } = buyer
  return {
    externalOrderId,
    placedAt: new Date().toISOString(),
    currency: 'USD',
    customer: { email, phone, firstName, lastName },
    shippingAddress: { recipientName, line1, line2, city, state: 'WA', postalCode: '98101', country: 'US' },
    items: [{ sku, quantity: 1, unitPrice: '19.00' }],
    total: '19.00',
    notes,
  }
}

/** Fields that the product does not use: stored with the raw payload and nowhere else. */
const unknownFields = ({ registry, values }: CanarySystem) => ({
  deliveryInstructions: registry.personal('delivery instructions', `Key under the ${values.word(12)}`),
  taxNumber: registry.personal('tax number', `DE${values.digits(12)}`),
  browser: {
    ip: registry.personal('address of the buyer’s machine', `2001:db8::${values.word(4)}:${values.digits(6)}`),
  },
})

export const sendByWebhook = async (
  system: CanarySystem,
  { shops }: Company,
  data: object | string,
  secret?: string,
) => {
  const { id, webhookSecret } = shops.standard
  const event = { type: 'order.created', timestamp: new Date().toISOString(), data }
  const body = typeof data === 'string' ? data : JSON.stringify(event)
  const headers = signDelivery(secret ?? webhookSecret, { at: new Date(), body })
  return call(system, 'POST', `/api/webhooks/${id}`, {
    body,
    headers: { ...headers, 'content-type': 'application/json' },
  })
}

export const sendByApi = (system: CanarySystem, { shops }: Company, body: string) =>
  call(system, 'POST', '/api/v1/orders', {
    body,
    headers: { authorization: `Bearer ${shops.standard.apiKey}`, 'content-type': 'application/json' },
  })

/** Sends an order by each intake path: webhook, API, WooCommerce, Meta. */
export async function sendOrders(system: CanarySystem, company: Company): Promise<{ apiOrderId: string }> {
  const signed = makeBuyer(system, 'the webhook’s buyer')
  await expectStatus(202, sendByWebhook(system, company, { ...orderOf('canary-1', signed), ...unknownFields(system) }))
  const called = makeBuyer(system, 'the API’s buyer')
  const reply = await expectStatus(201, sendByApi(system, company, JSON.stringify(orderOf('canary-2', called))))
  await sendByWooCommerce(system, company)
  await placeAtMeta(system, company)
  return { apiOrderId: (reply.json() as { id: string }).id }
}

async function sendByWooCommerce(system: CanarySystem, { shops }: Company): Promise<void> {
  const { registry, values } = system
  const { email, phone, line1, line2, firstName, lastName, notes } = makeBuyer(system, 'WooCommerce’s buyer')
  const plain = webhookOf(shops.woocommerce, {
    externalOrderId: '70001',
    lines: [{ sku, quantity: 1, unitPrice: '19.00' }],
  })
  const payload = JSON.parse(plain.body) as { billing: object; shipping: object }
  const name = { first_name: firstName, last_name: lastName }
  const street = { address_1: line1, address_2: line2 }
  const body = JSON.stringify({
    ...payload,
    billing: { ...payload.billing, ...name, email, phone },
    shipping: { ...payload.shipping, ...name, ...street, phone },
    customer_note: notes,
    customer_ip_address: registry.personal(
      'address of WooCommerce’s buyer',
      `10.${values.digits(3)}.${values.digits(7)}`,
    ),
    meta_data: [{ id: 1, key: 'birthday', value: registry.personal('birthday', `born ${values.word(9)}`) }],
  })
  const { path, headers } = signedWebhook(shops.woocommerce, body)
  await expectStatus(202, call(system, 'POST', path, { body, headers }))
}

/** Places an order at the Meta emulator, from which the product polls it. */
async function placeAtMeta(system: CanarySystem, { ops, metaId }: Company): Promise<void> {
  const { meta } = system
  const [shop] = meta.state.shops
  if (!shop) throw new Error('The Meta emulator has no shop')
  const { email, line1, line2, recipientName, city } = makeBuyer(system, 'Meta’s buyer')
  const address = { name: recipientName, street1: line1, street2: line2, city, state: 'WA', postalCode: '98101' }
  const items = [{ retailerId: sku, quantity: 1, price: 1_900 }]
  const buyer = { name: recipientName, email }
  const sold = { items, buyer, address: { ...address, country: 'US' }, state: 'CREATED' as const }
  placeOrder(meta.state, shop, sold, meta.clock.now())
  await ops.sendOk('POST', '/api/sync/catalog', { channelId: metaId })
}

async function expectStatus<R extends { status: number; text: string }>(expected: number, request: Promise<R>) {
  const reply = await request
  if (reply.status !== expected) throw new Error(`${reply.status} instead of ${expected}: ${reply.text.slice(0, 400)}`)
  return reply
}

const timeoutMs = 20_000

/**
 * Waits until deliveries, submissions and messages are processed. Work that a crash left for the minute's schedule is not
 * waited for: its data have passed through the product, which is enough for the search.
 */
export async function waitUntilQuiet({ postgres }: CanarySystem): Promise<void> {
  const deadline = Date.now() + timeoutMs
  await withClient(postgres.adminUrl, async (client) => {
    while (Date.now() < deadline) {
      const { rows } = await client.query<{ left: number }>(`select (
        (select count(*) from webhook_events where is_verified and not is_processed and error is null) +
        (select count(*) from fulfillments where status = 'pending' and next_check_at <= now()) +
        (select count(*) from notifications where status = 'pending' and due_at <= now()) +
        (select count(*) from pgboss.job where state in ('created', 'active') and start_after < now())
      )::int as left`)
      if (rows[0]?.left === 0) return
      await sleep(100)
    }
  })
}
