import { setTimeout as sleep } from 'node:timers/promises'
import type { Shop, ShopOrder } from '#server/testing/shop-webhooks.ts'
import type { Callers, Message } from './harness/clients.ts'
import { timed } from './harness/measure.ts'
import type { BenchEnvironment } from './harness/environments.ts'

const skuCount = 50

export async function stockUp({ owner }: BenchEnvironment, companyId: string): Promise<void> {
  await owner.query(
    `with made as (insert into products (company_id, id, title) values ($1, new_id(), 'Intake') returning id)
     insert into skus (company_id, id, product_id, sku, price)
     select $1, new_id(), made.id, 'INTAKE-' || n, 10 from made, generate_series(0, ${skuCount - 1}) n`,
    [companyId],
  )
  await owner.query(
    `update stock_levels set qty_available = 1000000, source = 'amazon', read_at = now() where company_id = $1`,
    [companyId],
  )
}

/** The worker would email the buyers of new orders beside the calls that are measured. Emails have a bench of their own. */
export async function switchOffCustomerEmails({ owner }: BenchEnvironment, companyId: string): Promise<void> {
  await owner.query('update company_settings set customer_email = false where company_id = $1', [companyId])
}

export async function openChannel(
  { url }: BenchEnvironment,
  headers: Record<string, string>,
  name: string,
): Promise<Shop> {
  const reply = await fetch(`${url}/api/channels`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ name, type: 'website', platform: 'standard' }),
  })
  if (!reply.ok) throw new Error(await reply.text())
  const made = (await reply.json()) as { id: string; apiKey: string; webhookSecret: string }
  return { ...made, platform: 'standard' }
}

/** An order of two lines, with SKUs in rotation. */
export const orderOf = (number: number): ShopOrder => ({
  externalOrderId: String(number),
  lines: [1, 2].map((quantity) => ({
    sku: `INTAKE-${(number * 7 + quantity) % skuCount}`,
    quantity,
    unitPrice: '12.50',
  })),
})

/** The same order in the format of the thin server. */
export function thinOrderOf(number: number): Message {
  const { externalOrderId, lines } = orderOf(number)
  const order = { orderNumber: `T-${number}`, externalOrderId, customerName: 'Ana Ruiz', total: '37.50', items: lines }
  return { path: '/orders', headers: { 'content-type': 'application/json' }, body: JSON.stringify(order) }
}

/** Sends the messages, one after the other on each connection. Returns the latency of each. */
export async function sendAll(callers: Callers, messages: readonly Message[], connections: number, status: number) {
  const latencies: number[] = []
  let next = 0
  const send = async () => {
    for (let message = messages[next++]; message; message = messages[next++]) {
      const sent = message
      latencies.push(await timed(() => callers.post(sent, status)))
    }
  }
  await Promise.all(Array.from({ length: connections }, send))
  return latencies
}

export async function untilIngested({ owner }: BenchEnvironment, companyId: string): Promise<void> {
  for (;;) {
    const { rows } = await owner.query<{ waiting: number }>(
      'select count(*)::int as waiting from webhook_events where company_id = $1 and not is_processed',
      [companyId],
    )
    if (rows[0]?.waiting === 0) return
    await sleep(10)
  }
}
