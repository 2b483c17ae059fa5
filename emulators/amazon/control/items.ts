import { z } from 'zod'
import { publishStockChange } from '../notifications/stock-changed.ts'
import { putItems, removeItems, setQuantities } from '../stocked-item.ts'
import type { Seller } from '../world.ts'
import { BadCommand, findSeller, readCommand, type Command, type CommandCall } from './command.ts'

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

const itemsPath = '/_control/sellers/:sellerId/marketplaces/:marketplaceId/items'

export const itemCommands: Command[] = [
  {
    method: 'GET',
    path: itemsPath,
    answer(order) {
      const { seller, marketplaceId } = findMarketplaceStock(order)
      return { items: Object.values(seller.stock[marketplaceId] ?? {}) }
    },
  },
  {
    method: 'PUT',
    path: itemsPath,
    answer(order) {
      const { seller, marketplaceId, now } = findMarketplaceStock(order)
      const items = readCommand(StockedItems, order).items
      putItems(order.emulator.state, seller, marketplaceId, items, now)
      return { put: items.length }
    },
  },
  {
    method: 'PATCH',
    path: itemsPath,
    answer(order) {
      const { seller, marketplaceId, now } = findMarketplaceStock(order)
      const items = readCommand(Counts, order).items
      const unknown = setQuantities(seller, marketplaceId, items, now)
      for (const { sku } of items) publishStockChange(order.emulator.state, seller, sku, now.toISOString())
      if (unknown.length > 0) throw new BadCommand(404, `Not in stock: ${unknown.slice(0, 5).join(', ')}`)
      return { counted: items.length }
    },
  },
  {
    method: 'DELETE',
    path: itemsPath,
    answer(order) {
      const { seller, marketplaceId } = findMarketplaceStock(order)
      const { skus } = readCommand(Skus, order)
      removeItems(seller, marketplaceId, skus)
      return { removed: skus.length }
    },
  },
]

function findMarketplaceStock({ emulator, params }: CommandCall): { seller: Seller; marketplaceId: string; now: Date } {
  const seller = findSeller(emulator, params['sellerId'])
  const marketplaceId = params['marketplaceId'] ?? ''
  if (!seller.marketplaceIds.includes(marketplaceId)) {
    throw new BadCommand(404, `${seller.name} does not sell in ${marketplaceId}.`)
  }
  return { seller, marketplaceId, now: emulator.clock.now() }
}
