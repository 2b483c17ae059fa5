import { createHash } from 'node:crypto'
import type { Offer } from '#server/ports/channel.ts'
import type { SentOffer } from './queries/told-offers.ts'

/** What the channel has been told of a SKU that it no longer offers. */
const withdrawn = 'gone'

/** The same for the same offer, and another for any other. */
export function offerHash(offer: Offer): string {
  return offer.isVisible
    ? createHash('sha256').update(JSON.stringify(offer)).digest('base64url').slice(0, 22)
    : withdrawn
}

/** Whether the channel does not know it yet. What was never offered there is nothing to take back. */
export function hasChanged(offer: Offer, sent: SentOffer | undefined): boolean {
  if (sent?.status === 'failed') return true
  const known = sent?.sentOffer ?? null
  return offer.isVisible || known !== null ? known !== offerHash(offer) : false
}
