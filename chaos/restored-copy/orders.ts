import { putItems } from '#emulators/amazon/stocked-items.ts'
import { buildProduct, buildSku } from '#server/testing/builders.ts'
import { unitedStates } from '#server/testing/fake-marketplace.ts'
import { apiCallOf, type Shop } from '#server/testing/shop-webhooks.ts'
import { countStock } from '#server/testing/stock.ts'
import type { Sold } from '../harness/orders.ts'
import { ask } from '../harness/client-request.ts'
import type { TestSystem } from '../harness/system.ts'

/** Orders of a SKU of their own each, so that whatever Amazon has can be told apart without any name of ours. */
export async function prepareSale(world: TestSystem, count: number, random: () => number): Promise<Sold[]> {
  const { deps, companyId, shops, standIns } = world
  const whole = (most: number) => Math.floor(random() * most)
  const orders = Array.from({ length: count }, (_, n) => ({
    externalOrderId: String(20_000 + n),
    shop: shops[whole(shops.length)] as Shop,
    lines: [{ sku: `COPY-${n}`, quantity: 1 + whole(3), unitPrice: '9.50' }],
  }))
  const { id: productId } = await buildProduct(deps.db, companyId)
  for (const sku of orders.map(skuOf)) {
    const { id } = await buildSku(deps.db, companyId, { productId, sku, stockHolder: 'amazon' })
    await countStock(deps.db, companyId, id, { available: 10 })
  }
  const [seller] = Object.values(standIns.amazon.state.sellers)
  if (!seller) throw new Error('The stand-in has no seller')
  const items = orders.map((order) => ({ sku: skuOf(order), title: 'A copy', fulfillable: 10 }))
  putItems(standIns.amazon.state, seller, unitedStates, items, standIns.amazon.clock.now())
  return orders
}

export const skuOf = ({ lines }: Sold): string => lines[0]?.sku ?? ''

/** Hands them over, some at a time. Answers those that were taken. */
export async function submitOrders(url: string, orders: readonly Sold[]): Promise<Sold[]> {
  const waiting = [...orders]
  const taken: Sold[] = []
  const sell = async () => {
    for (let order = waiting.shift(); order; order = waiting.shift()) {
      if ((await ask(url, apiCallOf(order.shop, order))).told === 'ok') taken.push(order)
    }
  }
  await Promise.all(Array.from({ length: 8 }, sell))
  return taken
}
