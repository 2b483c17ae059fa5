import { buildProduct, buildSku } from '../builders.ts'
import { apiCallOf, webhookOf, type Shop, type ShopOrder, type ShopRequest } from '../shop-orders.ts'
import { countStock } from '../stock.ts'
import type { ChaosWorld } from './world.ts'

const skuCount = 50
const codeOf = (n: number) => `CHAOS-${n}`

export type Sold = ShopOrder & { shop: Shop }
type Random = () => number

/** Orders of one to three lines, for a few SKUs that all want. */
export function makeOrders({ shops }: ChaosWorld, count: number, random: Random): Sold[] {
  const whole = (most: number) => Math.floor(random() * most)
  return Array.from({ length: count }, (_, n) => ({
    externalOrderId: String(10_000 + n),
    shop: shops[whole(shops.length)] as Shop,
    lines: Array.from({ length: 1 + whole(3) }, () => ({
      sku: codeOf(whole(skuCount)),
      quantity: 1 + whole(3),
      unitPrice: `${1 + whole(90)}.50`,
    })),
  }))
}

export const demandOf = (orders: readonly Sold[], sku: string): number =>
  orders.flatMap(({ lines }) => lines).reduce((sum, line) => sum + (line.sku === sku ? line.quantity : 0), 0)

/** Stock for about two thirds of what will be sold of each SKU. */
export async function stockUp(
  { deps, companyId }: ChaosWorld,
  orders: readonly Sold[],
  random: Random,
): Promise<Map<string, number>> {
  const { id: productId } = await buildProduct(deps.db, companyId)
  const stock = new Map<string, number>()
  for (let n = 0; n < skuCount; n += 1) {
    const sku = codeOf(n)
    const available = Math.floor(demandOf(orders, sku) * (0.4 + random() / 2))
    const { id } = await buildSku(deps.db, companyId, { productId, sku })
    await countStock(deps.db, companyId, id, { available })
    stock.set(sku, available)
  }
  return stock
}

/** Each order 1 to 5 times, under one delivery id or several, by webhook and by API, in any order. */
export function deliveriesOf(orders: readonly Sold[], random: Random): ShopRequest[] {
  const deliveries = orders.flatMap((order) => {
    const first = webhookOf(order.shop, order)
    return Array.from({ length: 1 + Math.floor(random() * 5) }, () => {
      const way = random()
      if (way < 0.2) return apiCallOf(order.shop, order)
      return way < 0.6 ? first : webhookOf(order.shop, order)
    })
  })
  return deliveries
    .map((delivery) => ({ delivery, at: random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ delivery }) => delivery)
}
