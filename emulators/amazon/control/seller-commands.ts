import { z } from 'zod'
import { issueCode, revokeTokens } from '../lwa/tokens.ts'
import { publishStockChange } from '../notifications/publish.ts'
import { findMarketplace } from '../sellers/marketplaces.ts'
import { createSeller, type Seller } from '../state.ts'
import { putItems, removeItems, setQuantities } from '../stocked-items.ts'
import { BadCommand, type Command, type CommandCall, findSeller, readCommand } from './command.ts'

const NewSeller = z.strictObject({
  id: z.string().regex(/^[A-Z0-9]{6,20}$/),
  name: z.string().min(1),
  endpoint: z.enum(['na', 'eu', 'fe']),
  marketplaceIds: z.array(z.string()).min(1),
  hasFba: z.boolean().default(true),
})

export const sellerCommands: Command[] = [
  {
    method: 'GET',
    path: '/_control/sellers',
    answer: ({ emulator }) => ({ sellers: Object.values(emulator.state.sellers).map(viewSeller) }),
  },
  {
    method: 'POST',
    path: '/_control/sellers',
    answer(order) {
      const { hasFba, ...given } = readCommand(NewSeller, order)
      const { sellers } = order.emulator.state
      if (sellers[given.id]) throw new BadCommand(409, `There is a seller ${given.id} already.`)
      const foreign = given.marketplaceIds.find((id) => findMarketplace(id)?.endpoint !== given.endpoint)
      if (foreign) throw new BadCommand(400, `${foreign} is no marketplace of ${given.endpoint}.`)
      const seller = { ...createSeller(given), hasFba }
      sellers[seller.id] = seller
      return viewSeller(seller)
    },
  },
]

const viewSeller = ({ id, name, endpoint, marketplaceIds, hasFba, stock }: Seller) => ({
  id,
  name,
  endpoint,
  marketplaceIds,
  hasFba,
  stocked: Object.fromEntries(marketplaceIds.map((place) => [place, Object.keys(stock[place] ?? {}).length])),
})

const Consent = z.strictObject({ sellerId: z.string(), redirectUri: z.string().exactOptional() })

const Withdrawal = z.strictObject({ sellerId: z.string() })

export const consentCommands: Command[] = [
  {
    /** Same as Authorize on the consent page. */
    method: 'POST',
    path: '/_control/authorize',
    answer(order) {
      const { emulator } = order
      const { sellerId, redirectUri = emulator.client.redirectUri } = readCommand(Consent, order)
      if (redirectUri === undefined) throw new BadCommand(400, 'redirectUri: none is registered, so say which.')
      const seller = findSeller(emulator, sellerId)
      const code = issueCode(emulator.state.tokens, { sellerId: seller.id, redirectUri }, emulator.clock.now())
      return { sellingPartnerId: seller.id, code, redirectUri }
    },
  },
  {
    /** Same as withdrawing the consent in Seller Central. */
    method: 'POST',
    path: '/_control/revoke',
    answer(order) {
      const seller = findSeller(order.emulator, readCommand(Withdrawal, order).sellerId)
      revokeTokens(order.emulator.state.tokens, seller.id)
      return { revoked: seller.id }
    },
  },
]

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
