import { putItems } from '#emulators/amazon/stocked-items.ts'
import { buildProduct, buildSku } from '#server/testing/builders.ts'
import { unitedStates } from '#server/testing/fake-marketplace.ts'
import { apiCallOf, type Shop } from '#server/testing/shop-webhooks.ts'
import { countStock } from '#server/testing/stock.ts'
import type { SoldOrder } from '../harness/orders.ts'
import { sendRequest } from '../harness/client-request.ts'
import type { TestSystem } from '../harness/system.ts'

/** Orders with one SKU each that no other has, so that orders at Amazon can be matched without our ids. */
export async function prepareSale(system: TestSystem, count: number, random: () => number): Promise<SoldOrder[]> {
  const { deps, companyId, shops, emulators } = system
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
  const [seller] = Object.values(emulators.amazon.state.sellers)
  if (!seller) throw new Error('The Amazon emulator has no seller')
  const items = orders.map((order) => ({ sku: skuOf(order), title: 'A copy', fulfillable: 10 }))
  putItems(emulators.amazon.state, seller, unitedStates, items, emulators.amazon.clock.now())
  return orders
}

export const skuOf = ({ lines }: SoldOrder): string => lines[0]?.sku ?? ''

/** Sends the orders, eight at a time. Returns those that were accepted. */
export async function submitOrders(url: string, orders: readonly SoldOrder[]): Promise<SoldOrder[]> {
  const waiting = [...orders]
  const accepted: SoldOrder[] = []
  const sell = async () => {
    for (let order = waiting.shift(); order; order = waiting.shift()) {
      if ((await sendRequest(url, apiCallOf(order.shop, order))).outcome === 'ok') accepted.push(order)
    }
  }
  await Promise.all(Array.from({ length: 8 }, sell))
  return accepted
}
