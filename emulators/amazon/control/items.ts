import { z } from 'zod'
import { publishStockChange } from '../notifications/stock-changed.ts'
import { putItems, removeItems, setQuantities } from '../stocked-item.ts'
import type { Seller } from '../world.ts'
import { BadOrder, findSeller, readOrder, type Command, type Order } from './command.ts'

const quantity = z.int().min(0)
const quantities = {
  fulfillable: quantity.exactOptional(),
  reserved: quantity.exactOptional(),
  inboundWorking: quantity.exactOptional(),
  inboundShipped: quantity.exactOptional(),
  inboundReceiving: quantity.exactOptional(),
}
const sku = z.string().min(1).max(50)
const size = z.number().positive()

const StockedItems = z.strictObject({
  items: z.array(
    z.strictObject({
      sku,
      asin: z.string().exactOptional(),
      fnsku: z.string().exactOptional(),
      title: z.string().min(1),
      condition: z.string().exactOptional(),
      productType: z.string().exactOptional(),
      brand: z.string().exactOptional(),
      bullets: z.array(z.string()).exactOptional(),
      description: z.string().exactOptional(),
      barcode: z
        .strictObject({ type: z.enum(['ean', 'gtin', 'isbn', 'jan', 'upc']), value: z.string() })
        .exactOptional(),
      price: z.number().min(0).exactOptional(),
      currency: z.string().length(3).exactOptional(),
      images: z.array(z.string()).exactOptional(),
      dimensions: z
        .strictObject({ length: size, width: size, height: size, unit: z.enum(['inches', 'centimeters']) })
        .exactOptional(),
      weight: z.strictObject({ value: size, unit: z.enum(['pounds', 'kilograms']) }).exactOptional(),
      fulfilledBy: z.enum(['amazon', 'merchant']).exactOptional(),
      quantity: quantity.exactOptional(),
      needsApproval: z.boolean().exactOptional(),
      ...quantities,
    }),
  ),
})
const Counts = z.strictObject({ items: z.array(z.strictObject({ sku, ...quantities })) })
const Skus = z.strictObject({ skus: z.array(sku) })

const path = '/_control/sellers/:sellerId/marketplaces/:marketplaceId/items'

export const itemCommands: Command[] = [
  {
    method: 'GET',
    path,
    answer(order) {
      const { seller, marketplaceId } = findShelf(order)
      return { items: Object.values(seller.stock[marketplaceId] ?? {}) }
    },
  },
  {
    method: 'PUT',
    path,
    answer(order) {
      const { seller, marketplaceId, now } = findShelf(order)
      const items = readOrder(StockedItems, order).items
      putItems(order.standIn.world, seller, marketplaceId, items, now)
      return { put: items.length }
    },
  },
  {
    method: 'PATCH',
    path,
    answer(order) {
      const { seller, marketplaceId, now } = findShelf(order)
      const items = readOrder(Counts, order).items
      const unknown = setQuantities(seller, marketplaceId, items, now)
      for (const { sku } of items) publishStockChange(order.standIn.world, seller, sku, now.toISOString())
      if (unknown.length > 0) throw new BadOrder(404, `Not in stock: ${unknown.slice(0, 5).join(', ')}`)
      return { counted: items.length }
    },
  },
  {
    method: 'DELETE',
    path,
    answer(order) {
      const { seller, marketplaceId } = findShelf(order)
      const { skus } = readOrder(Skus, order)
      removeItems(seller, marketplaceId, skus)
      return { removed: skus.length }
    },
  },
]

function findShelf({ standIn, params }: Order): { seller: Seller; marketplaceId: string; now: Date } {
  const seller = findSeller(standIn, params['sellerId'])
  const marketplaceId = params['marketplaceId'] ?? ''
  if (!seller.marketplaceIds.includes(marketplaceId)) {
    throw new BadOrder(404, `${seller.name} does not sell in ${marketplaceId}.`)
  }
  return { seller, marketplaceId, now: standIn.clock.now() }
}
