import { invalidInput } from '../refusal.ts'
import type { Seller } from '../world.ts'

export const unitedStates = 'ATVPDKIKX0DER'
export const japan = 'A1VC38T7YXB528'
export const india = 'A21TJRUUN4KGV'

/** The marketplace that is meant; the seller's first when none is named. */
export function chooseMarketplace(seller: Seller, asked: string | null | undefined): string {
  const marketplaceId = asked ?? seller.marketplaceIds[0]
  if (marketplaceId && seller.marketplaceIds.includes(marketplaceId)) return marketplaceId
  throw invalidInput('The request must contain a valid marketplace.')
}
