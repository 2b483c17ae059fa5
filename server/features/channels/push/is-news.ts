import { createHash } from 'node:crypto'
import type { Offer } from '#server/ports/channel.ts'
import type { ToldOffer } from './queries/told-offers.ts'

/** What the channel has been told of a SKU that it no longer offers. */
const gone = 'gone'

/** The same for the same offer, and another for any other. */
export function digestOf(offer: Offer): string {
  return offer.isVisible ? createHash('sha256').update(JSON.stringify(offer)).digest('base64url').slice(0, 22) : gone
}

/** Whether the channel does not know it yet. What was never offered there is nothing to take back. */
export function isNews(offer: Offer, told: ToldOffer | undefined): boolean {
  if (told?.status === 'failed') return true
  const known = told?.sentOffer ?? null
  return offer.isVisible || known !== null ? known !== digestOf(offer) : false
}
