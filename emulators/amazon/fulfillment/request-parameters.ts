import { parseMoment } from '../iso-time.ts'
import type { Call } from '../operation.ts'
import { denied, invalidInput } from '../refusal.ts'
import type { Seller } from '../state.ts'
import type { FulfillmentOrder } from './order.ts'

/** The order named in the path. */
export function findOrder({ params, seller }: Call): FulfillmentOrder {
  const requested = params['sellerFulfillmentOrderId'] ?? ''
  // Two known defects of Amazon: `+` in the path is read as a space, and two spaces are answered with 403.
  const id = requested.replaceAll('+', ' ')
  if (id.includes('  ')) throw denied()
  if (id.length > 40) throw invalidInput('SellerFulfillmentOrderId can have 40 characters at most.')
  const order = seller.fulfillment.orders[id]
  if (!order) throw invalidInput(`Requested order '${id}' not found`)
  return order
}

export const unitedStates = 'ATVPDKIKX0DER'

export const japan = 'A1VC38T7YXB528'

export const india = 'A21TJRUUN4KGV'

/** The given marketplace, or the seller's first. */
export function chooseMarketplace(seller: Seller, requested: string | null | undefined): string {
  const marketplaceId = requested ?? seller.marketplaceIds[0]
  if (marketplaceId && seller.marketplaceIds.includes(marketplaceId)) return marketplaceId
  throw invalidInput('The request must contain a valid marketplace.')
}

/** The start date of the query; null when absent. */
export function readSince(query: URLSearchParams): string | null {
  const text = query.get('queryStartDate')
  if (!text) return null
  const since = parseMoment(text)
  if (!since) throw invalidInput('timestamp must follow ISO8601')
  return since.toISOString()
}
