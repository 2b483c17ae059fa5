import { putItems } from '#emulators/amazon/stocked-items.ts'
import { buildProduct, buildSku } from '#server/testing/builders.ts'
import { unitedStates } from '#server/testing/fake-marketplace.ts'
import type { Shop, ShopOrder } from '#server/testing/shop-webhooks.ts'
import { countStock } from '#server/testing/stock.ts'
import type { TestSystem } from './system.ts'

const skuCount = 40
const codeOf = (n: number) => `CHAOS-${n}`

export type Sold = ShopOrder & { shop: Shop }

/** Orders of one to three lines, for a few SKUs that all want. */
export function makeOrders({ shops }: TestSystem, count: number, random: () => number, first = 10_000): Sold[] {
  const whole = (most: number) => Math.floor(random() * most)
  return Array.from({ length: count }, (_, n) => ({
    externalOrderId: String(first + n),
    shop: shops[whole(shops.length)] as Shop,
    lines: Array.from({ length: 1 + whole(3) }, () => ({
      sku: codeOf(whole(skuCount)),
      quantity: 1 + whole(3),
      unitPrice: `${1 + whole(90)}.50`,
    })),
  }))
}

/** Amazon has stock for about two thirds of what will be sold of each SKU, and it has been counted. */
export async function stockUp(
  world: TestSystem,
  orders: readonly Sold[],
  random: () => number,
): Promise<Map<string, number>> {
  const { deps, companyId, standIns } = world
  const { id: productId } = await buildProduct(deps.db, companyId)
  const demand = Map.groupBy(
    orders.flatMap(({ lines }) => lines),
    ({ sku }) => sku,
  )
  const stock = new Map<string, number>()
  for (let n = 0; n < skuCount; n += 1) {
    const sku = codeOf(n)
    const wanted = (demand.get(sku) ?? []).reduce((sum, { quantity }) => sum + quantity, 0)
    const available = Math.floor(wanted * (0.4 + random() / 2))
    const { id } = await buildSku(deps.db, companyId, { productId, sku, stockHolder: 'amazon' })
    await countStock(deps.db, companyId, id, { available })
    stock.set(sku, available)
  }
  const [seller] = Object.values(standIns.amazon.state.sellers)
  if (!seller) throw new Error('The stand-in has no seller')
  const items = [...stock].map(([sku, fulfillable]) => ({ sku, title: sku, fulfillable }))
  putItems(standIns.amazon.state, seller, unitedStates, items, standIns.amazon.clock.now())
  return stock
}
