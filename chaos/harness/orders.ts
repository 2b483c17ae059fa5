import { putItems } from '#emulators/amazon/stocked-items.ts'
import { buildProduct, buildSku } from '#server/testing/builders.ts'
import { unitedStates } from '#server/testing/fake-marketplace.ts'
import type { Shop, ShopOrder } from '#server/testing/shop-webhooks.ts'
import { countStock } from '#server/testing/stock.ts'
import type { TestSystem } from './system.ts'

const skuCount = 40
const skuOf = (n: number) => `CHAOS-${n}`

export type SoldOrder = ShopOrder & { shop: Shop }

/** Orders of one to three lines that compete for a few SKUs. */
export function makeOrders({ shops }: TestSystem, count: number, random: () => number, first = 10_000): SoldOrder[] {
  const whole = (most: number) => Math.floor(random() * most)
  return Array.from({ length: count }, (_, n) => ({
    externalOrderId: String(first + n),
    shop: shops[whole(shops.length)] as Shop,
    lines: Array.from({ length: 1 + whole(3) }, () => ({
      sku: skuOf(whole(skuCount)),
      quantity: 1 + whole(3),
      unitPrice: `${1 + whole(90)}.50`,
    })),
  }))
}

/** Creates the SKUs and stocks about two thirds of what the orders need, here and at Amazon. Returns the units by SKU. */
export async function stockUp(
  system: TestSystem,
  orders: readonly SoldOrder[],
  random: () => number,
): Promise<Map<string, number>> {
  const { deps, companyId, emulators } = system
  const { id: productId } = await buildProduct(deps.db, companyId)
  const demand = Map.groupBy(
    orders.flatMap(({ lines }) => lines),
    ({ sku }) => sku,
  )
  const stock = new Map<string, number>()
  for (let n = 0; n < skuCount; n += 1) {
    const sku = skuOf(n)
    const ordered = (demand.get(sku) ?? []).reduce((sum, { quantity }) => sum + quantity, 0)
    const available = Math.floor(ordered * (0.4 + random() / 2))
    const { id } = await buildSku(deps.db, companyId, { productId, sku, stockHolder: 'amazon' })
    await countStock(deps.db, companyId, id, { available })
    stock.set(sku, available)
  }
  const [seller] = Object.values(emulators.amazon.state.sellers)
  if (!seller) throw new Error('The Amazon emulator has no seller')
  const items = [...stock].map(([sku, fulfillable]) => ({ sku, title: sku, fulfillable }))
  putItems(emulators.amazon.state, seller, unitedStates, items, emulators.amazon.clock.now())
  return stock
}
