import { formatMessage, type Message, say } from '#contract/i18n.ts'
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

type Reason = { word: string; sentence: Message; isKnown: boolean }

function reasonsOf({ unfulfillablePreviewItems: items, orderUnfulfillableReasons: words }: AmazonPreview): Reason[] {
  return [
    ...items.flatMap(({ sellerSku: sku, quantity, itemUnfulfillableReasons }) =>
      itemUnfulfillableReasons.map((word) => ({ word, ...readReason(word, { sku, quantity }) })),
    ),
    ...words.map((word) => ({ word, ...readReason(word) })),
  ]
}

function sentencesOf(reasons: readonly Reason[]): Message[] {
  if (reasons.length === 0) return [say('Amazon can’t ship this order at this speed and gave no reason.')]
  return [...new Map(reasons.map(({ sentence }) => [formatMessage(sentence), sentence])).values()]
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
function readReason(word: string, item?: { sku: string; quantity: number }): Pick<Reason, 'sentence' | 'isKnown'> {
  switch (matchSpelling(knownReasons, word)) {
    case 'InsufficientInventory':
    case 'ItemQuantityNotAvailable':
      return knownReason(
        item
          ? say('Amazon’s warehouses don’t have {quantity} of {sku}.', {
              quantity: String(item.quantity),
              sku: item.sku,
            })
          : say('Amazon’s warehouses don’t have all of this order.'),
      )
    case 'ItemNotFound':
      return knownReason(
        item
          ? say('Amazon has no stock record for {sku}.', { sku: item.sku })
          : say('Amazon has no stock record for this order.'),
      )
    case 'NotEligibleForExport':
      return knownReason(
        item
          ? say('Amazon doesn’t ship {sku} outside the country where it is stored.', { sku: item.sku })
          : say('Amazon doesn’t ship this order outside the country where it is stored.'),
      )
    case 'DeliverySLAUnavailable':
      return knownReason(
        item
          ? say('Amazon can’t deliver {sku} at this speed.', { sku: item.sku })
          : say('Amazon can’t deliver this order at this speed.'),
      )
    case 'InvalidDestinationAddress':
      return knownReason(say('Amazon doesn’t accept the delivery address.'))
    case null:
      return { sentence: quoteReason(word.slice(0, 200), item), isKnown: false }
  }
}

const quoteReason = (reason: string, item?: { sku: string }): Message =>
  item
    ? say('Amazon says about {sku}: {reason}', { sku: item.sku, reason })
    : say('Amazon says about this order: {reason}', { reason })

const knownReason = (sentence: Message) => ({ sentence, isKnown: true })
