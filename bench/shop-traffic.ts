import { setTimeout as sleep } from 'node:timers/promises'
import { placeOrder as placeAtShopify } from '#emulators/shopify/orders/place-order.ts'
import { placeOrder as placeAtWoocommerce } from '#emulators/woocommerce/orders/order-actions.ts'
import { randomFrom } from '#server/testing/random.ts'
import { apiCallOf } from '#server/testing/shop-webhooks.ts'
import { createCallers } from './harness/clients.ts'
import { openChannel } from './intake-shop.ts'
import { post, type ShopCompany, unitsOfSku, type Vendor } from './shop-company.ts'
import type { BenchEnvironment } from './harness/environments.ts'

const ordersPerMinute = 100
const changesPerMinute = 40
const minutes = 2.5

/** SKUs that the shops' customers buy, each again and again. Stock changes are of others. */
const boughtSkus = 60

/** Seconds within which the last change must have arrived, and the last order must be taken in. */
const patience = 60

/** A SKU with its item in each shop. */
type SoldSku = { sku: string; productId: number }

/**
 * A change of ours, and the quantity that each shop is to show. It is committed just before it is answered; a push may be quicker than the
 * answer.
 */
export type StockChange = { sku: SoldSku; quantity: number; sentAt: number; answeredAt: number }

export type Traffic = { changes: StockChange[]; bought: SoldSku[]; orders: Record<Vendor, number> }

/** Starts both shops, then sells in both while orders of another channel change the stock of other SKUs. */
export async function runTraffic(
  environment: BenchEnvironment,
  company: ShopCompany,
  channels: Record<Vendor, string>,
  seed: number,
): Promise<Traffic> {
  const random = randomFrom(seed)
  const { companyId, headers } = company
  for (const channelId of Object.values(channels)) {
    await post(environment, headers, `/api/channels/${channelId}/start`, {})
    await untilQuiet(environment, companyId, Number.POSITIVE_INFINITY)
  }
  const skus = await listSoldSkus(environment, companyId, channels)
  const bought = skus.slice(0, boughtSkus)
  const changed = skus.slice(boughtSkus)
  const other = await openChannel(environment, headers, 'Another channel')
  const callers = createCallers(environment, 4)
  const changes: StockChange[] = []
  const orders: Record<Vendor, number> = { Shopify: 0, WooCommerce: 0 }
  const buy = (vendor: Vendor) => {
    const sku = bought[Math.floor(random() * bought.length)]
    if (!sku) return
    orders[vendor] += 1
    placeOrder(environment, company, vendor, sku, `buyer-${vendor}-${orders[vendor]}@example.com`)
  }
  const change = async (index: number) => {
    const sku = changed[index]
    if (!sku) return
    const quantity = 1 + Math.floor(random() * 3)
    const lines = [{ sku: sku.sku, quantity, unitPrice: '10.00' }]
    const sentAt = Date.now()
    await callers.post(apiCallOf(other, { externalOrderId: `change-${index}`, lines }), 201)
    changes.push({ sku, quantity: unitsOfSku - quantity, sentAt, answeredAt: Date.now() })
  }
  await playAt([
    ...moments(random, (ordersPerMinute / 2) * minutes).map((at) => ({ at, act: async () => buy('Shopify') })),
    ...moments(random, (ordersPerMinute / 2) * minutes).map((at) => ({ at, act: async () => buy('WooCommerce') })),
    ...moments(random, changesPerMinute * minutes).map((at, index) => ({ at, act: () => change(index) })),
  ])
  callers.close()
  await untilQuiet(environment, companyId, patience)
  return { changes, bought, orders }
}

/** Random moments of the run, in milliseconds from its start. */
const moments = (random: () => number, count: number): number[] =>
  Array.from({ length: count }, () => random() * minutes * 60_000)

async function playAt(events: { at: number; act: () => Promise<void> }[]): Promise<void> {
  const startedAt = performance.now()
  const acts: Promise<void>[] = []
  for (const { at, act } of events.toSorted((one, other) => one.at - other.at)) {
    await sleep(Math.max(0, startedAt + at - performance.now()))
    acts.push(act())
  }
  await Promise.all(acts)
}

function placeOrder(
  { shopify, woocommerce: { emulator } }: BenchEnvironment,
  { store, wooShop }: ShopCompany,
  vendor: Vendor,
  { sku, productId }: SoldSku,
  email: string,
): void {
  if (vendor === 'Shopify') {
    placeAtShopify(shopify.state, store, { lines: [{ sku, quantity: 1 }], email }, shopify.clock.now())
  } else {
    const call = { emulator, shop: wooShop, now: emulator.clock.now() }
    placeAtWoocommerce(call, { lines: [{ productId, quantity: 1 }], email })
  }
}

/** SKUs that both shops sell under their code, in no particular order. */
async function listSoldSkus(
  { owner }: BenchEnvironment,
  companyId: string,
  channels: Record<Vendor, string>,
): Promise<SoldSku[]> {
  const { rows } = await owner.query<SoldSku>(
    `select s.sku, w.external_id::int as "productId" from skus s
     join channel_items v on v.company_id = $1 and v.channel_id = $2 and v.sku_id = s.id and v.sku = s.sku
     join channel_items w on w.company_id = $1 and w.channel_id = $3 and w.sku_id = s.id
     where s.company_id = $1 order by md5(s.sku)`,
    [companyId, channels.Shopify, channels.WooCommerce],
  )
  return rows
}

const lookEvery = 250

/** Until no offer waits to be sent, and no delivery to be processed. */
async function untilQuiet({ owner }: BenchEnvironment, companyId: string, seconds: number): Promise<void> {
  const end = performance.now() + seconds * 1000
  while (performance.now() < end) {
    const { rows } = await owner.query<{ isWaiting: boolean }>(
      `select exists (select from offer_changes where company_id = $1)
         or exists (select from webhook_events where company_id = $1 and not is_processed and error is null) as "isWaiting"`,
      [companyId],
    )
    if (rows[0]?.isWaiting === false) return
    await sleep(lookEvery)
  }
}
