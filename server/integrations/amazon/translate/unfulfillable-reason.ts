import { matchSpelling } from './word.ts'

const knownReasons = [
  'InsufficientInventory',
  'ItemQuantityNotAvailable',
  'ItemNotFound',
  'NotEligibleForExport',
  'DeliverySLAUnavailable',
  'InvalidDestinationAddress',
] as const

/** Why it can't be sent, in a sentence for people; `isKnown` is false where it says no more than Amazon's own word. */
export function readReason(word: string, item?: { sku: string; quantity: number }): { text: string; isKnown: boolean } {
  const about = item ? item.sku : 'this order'
  switch (matchSpelling(knownReasons, word)) {
    case 'InsufficientInventory':
    case 'ItemQuantityNotAvailable':
      return knownReason(
        `Amazon’s warehouses do not have ${item ? `${item.quantity} of ${item.sku}` : 'all of this order'}.`,
      )
    case 'ItemNotFound':
      return knownReason(`Amazon has no stock record for ${about}.`)
    case 'NotEligibleForExport':
      return knownReason(`Amazon does not send ${about} out of the country where it is stored.`)
    case 'DeliverySLAUnavailable':
      return knownReason(`Amazon can’t deliver ${about} at this speed.`)
    case 'InvalidDestinationAddress':
      return knownReason('Amazon does not accept the delivery address.')
    case null:
      return { text: `Amazon says of ${about}: ${word.slice(0, 200)}`, isKnown: false }
  }
}

const knownReason = (text: string) => ({ text, isKnown: true })
