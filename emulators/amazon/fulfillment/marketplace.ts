import { invalidInput } from '../refusal.ts'
import type { Seller } from '../world.ts'

export const unitedStates = 'ATVPDKIKX0DER'
export const japan = 'A1VC38T7YXB528'
export const india = 'A21TJRUUN4KGV'

const currencies: Record<string, string> = {
  A2EUQ1WTGCTBG2: 'CAD',
  A1AM78C64UM0Y8: 'MXN',
  A2Q3Y263D00KWC: 'BRL',
  A1F83G8C2ARO7P: 'GBP',
  A1PA6795UKMFR9: 'EUR',
  A13V1IB3VIYZZH: 'EUR',
  APJ6JRA9NG5V4: 'EUR',
  A1RKKUPIHCS9HS: 'EUR',
  [japan]: 'JPY',
  [india]: 'INR',
  A39IBJ37TRP1C6: 'AUD',
}

export const currencyOf = (marketplaceId: string): string => currencies[marketplaceId] ?? 'USD'

/** The marketplace that is meant; the seller's first when none is named. */
export function chooseMarketplace(seller: Seller, asked: string | null | undefined): string {
  const marketplaceId = asked ?? seller.marketplaceIds[0]
  if (marketplaceId && seller.marketplaceIds.includes(marketplaceId)) return marketplaceId
  throw invalidInput('The request must contain a valid marketplace.')
}
