import type { RefusalCode } from '../input.ts'
import { Refusal } from '../refusal.ts'
import type { Parameters } from '../parameters.ts'
import type { Seller } from '../world.ts'

/** The marketplaces a call is about: the seller must sell in each of them. */
export function readMarketplaces(read: Parameters, seller: Seller, most?: number): string[] {
  const ids = read.requiredList('marketplaceIds', most)
  assertMarketplaces(seller, ids, read.code)
  return ids
}

export function assertMarketplaces(seller: Seller, ids: string[], code: RefusalCode): void {
  const wrong = ids.find((id) => !seller.marketplaceIds.includes(id))
  if (wrong === undefined) return
  throw new Refusal(400, code, 'Invalid input', `'${wrong}' is not a marketplace of this selling partner.`)
}
