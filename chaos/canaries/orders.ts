import { setTimeout as sleep } from 'node:timers/promises'
import { placeOrder } from '#emulators/meta/orders/place-order.ts'
import { signDelivery, signedWebhook, webhookOf } from '#server/testing/shop-webhooks.ts'
import { withClient } from '#server/testing/postgres.ts'
import { call } from './people.ts'
import { sku, type Company } from './company.ts'
import type { CanarySystem } from './system.ts'

/** A buyer, as a shop tells of them: e-mail, phone and street are sealed, what is searched for is not. */
export function planBuyer({ nest, words }: CanarySystem, of: string) {
  return {
    email: nest.personal(`e-mail of ${of}`, words.email()),
    phone: nest.personal(`phone of ${of}`, words.phone()),
    line1: nest.personal(`street of ${of}`, words.street()),
    line2: nest.personal(`flat of ${of}`, words.flat()),
    firstName: nest.readable(`first name of ${of}`, words.name()),
    lastName: nest.readable(`last name of ${of}`, words.name()),
    recipientName: nest.readable(`recipient of ${of}`, words.name()),
    city: nest.readable(`town of ${of}`, `Port ${words.word(9)}`),
    notes: nest.readable(`gift message of ${of}`, `For ${words.name()} from ${words.name()}`),
  }
}

export type Buyer = ReturnType<typeof planBuyer>

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

/** What a website adds for its own use: kept with what it sent, and nowhere else. */
const unusedFields = ({ nest, words }: CanarySystem) => ({
  deliveryInstructions: nest.personal('delivery instructions', `Key under the ${words.word(12)}`),
  taxNumber: nest.personal('tax number', `DE${words.digits(12)}`),
  browser: { ip: nest.personal('address of the buyer’s machine', `2001:db8::${words.word(4)}:${words.digits(6)}`) },
})

export const byWebhook = async (world: CanarySystem, { shops }: Company, data: object | string, secret?: string) => {
  const { id, webhookSecret } = shops.standard
  const event = { type: 'order.created', timestamp: new Date().toISOString(), data }
  const body = typeof data === 'string' ? data : JSON.stringify(event)
  const headers = signDelivery(secret ?? webhookSecret, { at: new Date(), body })
  return call(world, 'POST', `/api/webhooks/${id}`, {
    body,
    headers: { ...headers, 'content-type': 'application/json' },
  })
}

export const byKey = (world: CanarySystem, { shops }: Company, body: string) =>
  call(world, 'POST', '/api/v1/orders', {
    body,
    headers: { authorization: `Bearer ${shops.standard.apiKey}`, 'content-type': 'application/json' },
  })

/** Orders on every way by which they come. */
export async function sendOrders(world: CanarySystem, company: Company): Promise<{ byKeyId: string }> {
  const signed = planBuyer(world, 'the webhook’s buyer')
  await expectStatus(202, byWebhook(world, company, { ...orderOf('canary-1', signed), ...unusedFields(world) }))
  const called = planBuyer(world, 'the API’s buyer')
  const reply = await expectStatus(201, byKey(world, company, JSON.stringify(orderOf('canary-2', called))))
  await tellByWooCommerce(world, company)
  await tellByMeta(world, company)
  return { byKeyId: (reply.json() as { id: string }).id }
}

async function tellByWooCommerce(world: CanarySystem, { shops }: Company): Promise<void> {
  const { nest, words } = world
  const { email, phone, line1, line2, firstName, lastName, notes } = planBuyer(world, 'WooCommerce’s buyer')
  const plain = webhookOf(shops.woocommerce, {
    externalOrderId: '70001',
    lines: [{ sku, quantity: 1, unitPrice: '19.00' }],
  })
  const told = JSON.parse(plain.body) as { billing: object; shipping: object }
  const name = { first_name: firstName, last_name: lastName }
  const street = { address_1: line1, address_2: line2 }
  const body = JSON.stringify({
    ...told,
    billing: { ...told.billing, ...name, email, phone },
    shipping: { ...told.shipping, ...name, ...street, phone },
    customer_note: notes,
    customer_ip_address: nest.personal('address of WooCommerce’s buyer', `10.${words.digits(3)}.${words.digits(7)}`),
    meta_data: [{ id: 1, key: 'birthday', value: nest.personal('birthday', `born ${words.word(9)}`) }],
  })
  const { path, headers } = signedWebhook(shops.woocommerce, body)
  await expectStatus(202, call(world, 'POST', path, { body, headers }))
}

/** Meta is asked for its orders. */
async function tellByMeta(world: CanarySystem, { ops, metaId }: Company): Promise<void> {
  const { meta } = world
  const [shop] = meta.state.shops
  if (!shop) throw new Error('The stand-in has no shop')
  const { email, line1, line2, recipientName, city } = planBuyer(world, 'Meta’s buyer')
  const address = { name: recipientName, street1: line1, street2: line2, city, state: 'WA', postalCode: '98101' }
  const items = [{ retailerId: sku, quantity: 1, price: 1_900 }]
  const buyer = { name: recipientName, email }
  const sold = { items, buyer, address: { ...address, country: 'US' }, state: 'CREATED' as const }
  placeOrder(meta.state, shop, sold, meta.clock.now())
  await ops.must('POST', '/api/sync/catalog', { channelId: metaId })
}

async function expectStatus<R extends { status: number; text: string }>(wanted: number, asked: Promise<R>) {
  const reply = await asked
  if (reply.status !== wanted) throw new Error(`${reply.status} instead of ${wanted}: ${reply.text.slice(0, 400)}`)
  return reply
}

const patience = 20_000

/**
 * Until all that came is read, sent and told. What a crash has left to whoever looks again in a minute is not waited for:
 * what matters is that it has been somewhere.
 */
export async function untilQuiet({ postgres }: CanarySystem): Promise<void> {
  const deadline = Date.now() + patience
  await withClient(postgres.url, async (client) => {
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
