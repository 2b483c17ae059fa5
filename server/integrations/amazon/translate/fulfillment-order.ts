import type { ShippingSpeed } from '#contract/order-status.ts'
import type {
  PreviewQuestion,
  ShippingConstraints,
  ShipToAddress,
  Submission,
  SubmittedLine,
} from '#server/ports/fulfillment.ts'
import type { InputOf } from '../operation.ts'
import type { getFulfillmentPreview } from '../operations/fulfillment/preview.ts'
import type { createFulfillmentOrder } from '../operations/fulfillment/write-order.ts'

type NewOrder = InputOf<typeof createFulfillmentOrder>['body']

type Preview = InputOf<typeof getFulfillmentPreview>['body']

type Address = NewOrder['destinationAddress']

const amazonSpeeds = {
  standard: 'Standard',
  expedited: 'Expedited',
  priority: 'Priority',
} as const satisfies Record<ShippingSpeed, NewOrder['shippingSpeedCategory']>

const thanks = 'Thank you for your order.'

/** FillOrKill: Amazon ships the whole order or nothing, so that people decide about missing items. */
export function toNewOrder(submission: Submission): NewOrder {
  return {
    marketplaceId: submission.marketplaceId,
    sellerFulfillmentOrderId: submission.externalId,
    displayableOrderId: toPrintable(submission.orderNumber) || submission.externalId,
    displayableOrderDate: submission.placedAt.toISOString(),
    displayableOrderComment: submission.comment.replace(/\s+/g, ' ').trim().slice(0, 750).trim() || thanks,
    shippingSpeedCategory: amazonSpeeds[submission.speed],
    destinationAddress: toAddress(submission.destination),
    fulfillmentAction: 'Ship',
    fulfillmentPolicy: 'FillOrKill',
    items: submission.lines.map(toLine),
    ...toFeatures(submission.constraints),
  }
}

export function toPreviewQuestion({ marketplaceId, destination, lines, constraints }: PreviewQuestion): Preview {
  return {
    marketplaceId,
    address: toAddress(destination),
    items: lines.map(toLine),
    shippingSpeedCategories: Object.values(amazonSpeeds),
    ...toFeatures(constraints),
  }
}

/** The packing slip allows Latin-1 without two spaces in a row. */
const toPrintable = (text: string) =>
  text
    .normalize('NFC')
    .replace(/[^\x20-\x7e\xa1-\xff]+/g, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
    .slice(0, 40)
    .trim()

const toLine = ({ itemId, sku, quantity }: SubmittedLine) => ({
  sellerSku: sku,
  sellerFulfillmentOrderItemId: itemId,
  quantity,
})

/** Amazon has no city field in Japan: the city becomes an address line. */
function toAddress({ name, line1, line2, city, state, postalCode, country, phone }: ShipToAddress): Address {
  const isJapan = country === 'JP'
  const parts = [isJapan ? city : '', line1, line2 ?? ''].filter((part) => part.trim() !== '')
  const [addressLine1 = '', addressLine2, addressLine3] = breakAddressLines(parts)
  return {
    name,
    addressLine1,
    ...(addressLine2 ? { addressLine2 } : {}),
    ...(addressLine3 ? { addressLine3 } : {}),
    ...(isJapan ? {} : { city }),
    ...(state?.trim() ? { stateOrRegion: state } : {}),
    postalCode,
    countryCode: country,
    ...(phone?.trim() ? { phone } : {}),
  }
}

function toFeatures({ blankBox, blocksAmazonLogistics }: ShippingConstraints): Pick<NewOrder, 'featureConstraints'> {
  const featureConstraints = [
    ...(blankBox ? [required('BLANK_BOX')] : []),
    ...(blocksAmazonLogistics ? [required('BLOCK_AMZL')] : []),
  ]
  return featureConstraints.length > 0 ? { featureConstraints } : {}
}

const required = <Name extends string>(featureName: Name) => ({
  featureName,
  featureFulfillmentPolicy: 'Required' as const,
})

/** Amazon's address has 3 lines of 60 characters. */
const lineWidth = 60

const mostLines = 3

/** Breaks an address at its spaces into at most three lines. A longer one is cut by length, and Amazon decides. */
function breakAddressLines(parts: readonly string[]): string[] {
  const lines = parts.flatMap((part) => part.match(/\S.{0,59}(?=\s|$)|\S{60}/gu) ?? [])
  if (lines.length <= mostLines) return lines
  const whole = parts.join(' ')
  return [whole.slice(0, lineWidth), whole.slice(lineWidth, 2 * lineWidth), whole.slice(2 * lineWidth)].map((line) =>
    line.trim(),
  )
}
