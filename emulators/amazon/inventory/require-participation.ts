import { invalidInput } from '../refusal.ts'
import type { Seller } from '../world.ts'

export function assertParticipation(seller: Seller, marketplaceId: string): void {
  if (seller.marketplaceIds.includes(marketplaceId)) return
  throw invalidInput(`The seller does not sell in the marketplace ${marketplaceId}.`)
}
