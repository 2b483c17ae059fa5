import { shippingSpeeds } from '#contract/order-status.ts'
import type { SpeedOffer } from '#server/ports/fulfillment.ts'
import type { AnswerOf } from '../operation.ts'
import type { getFulfillmentPreview } from '../operations/fulfillment/preview.ts'
import { addMoney, earliest, latest, matchSpelling } from './amazon-values.ts'

export type AmazonPreview = AnswerOf<typeof getFulfillmentPreview>['payload']['fulfillmentPreviews'][number]

export type ReadOffer = {
  /** Null for a speed that Lockstep does not offer. */
  offer: SpeedOffer | null
  /** Reasons that we do not know yet. */
  unknownWords: string[]
}

export function readOffer(preview: AmazonPreview): ReadOffer {
  const speed = matchSpelling(shippingSpeeds, preview.shippingSpeedCategory)
  if (!speed) return { offer: null, unknownWords: [] }
  const reasons = reasonsOf(preview)
  const shipments = preview.fulfillmentPreviewShipments
  const offer: SpeedOffer = {
    speed,
    isFulfillable: preview.isFulfillable,
    fee: addMoney(preview.estimatedFees.map(({ amount }) => amount)),
    earliestShipDate: earliest(shipments.map(({ earliestShipDate }) => earliestShipDate)),
    latestShipDate: latest(shipments.map(({ latestShipDate }) => latestShipDate)),
    earliestArrivalDate: earliest(shipments.map(({ earliestArrivalDate }) => earliestArrivalDate)),
    latestArrivalDate: latest(shipments.map(({ latestArrivalDate }) => latestArrivalDate)),
    problems: preview.isFulfillable ? [] : sentencesOf(reasons),
  }
  return { offer, unknownWords: reasons.filter(({ isKnown }) => !isKnown).map(({ word }) => word) }
}

type Reason = { word: string; text: string; isKnown: boolean }

function reasonsOf({ unfulfillablePreviewItems: items, orderUnfulfillableReasons: words }: AmazonPreview): Reason[] {
  return [
    ...items.flatMap(({ sellerSku: sku, quantity, itemUnfulfillableReasons }) =>
      itemUnfulfillableReasons.map((word) => ({ word, ...readReason(word, { sku, quantity }) })),
    ),
    ...words.map((word) => ({ word, ...readReason(word) })),
  ]
}

function sentencesOf(reasons: readonly Reason[]): string[] {
  if (reasons.length === 0) return ['Amazon can’t ship this order at this speed and gave no reason.']
  return [...new Set(reasons.map(({ text }) => text))]
}

const knownReasons = [
  'InsufficientInventory',
  'ItemQuantityNotAvailable',
  'ItemNotFound',
  'NotEligibleForExport',
  'DeliverySLAUnavailable',
  'InvalidDestinationAddress',
] as const

/** Why it cannot be sent, as a sentence for users. `isKnown` is false when it only repeats Amazon's word. */
function readReason(word: string, item?: { sku: string; quantity: number }): { text: string; isKnown: boolean } {
  const about = item ? item.sku : 'this order'
  switch (matchSpelling(knownReasons, word)) {
    case 'InsufficientInventory':
    case 'ItemQuantityNotAvailable':
      return knownReason(
        `Amazon’s warehouses don’t have ${item ? `${item.quantity} of ${item.sku}` : 'all of this order'}.`,
      )
    case 'ItemNotFound':
      return knownReason(`Amazon has no stock record for ${about}.`)
    case 'NotEligibleForExport':
      return knownReason(`Amazon doesn’t ship ${about} outside the country where it is stored.`)
    case 'DeliverySLAUnavailable':
      return knownReason(`Amazon can’t deliver ${about} at this speed.`)
    case 'InvalidDestinationAddress':
      return knownReason('Amazon doesn’t accept the delivery address.')
    case null:
      return { text: `Amazon says about ${about}: ${word.slice(0, 200)}`, isKnown: false }
  }
}

const knownReason = (text: string) => ({ text, isKnown: true })
