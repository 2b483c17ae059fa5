import type { Message } from '#contract/i18n.ts'
import type { FulfillmentStatus, ShippingSpeed } from '#contract/order-status.ts'
import type { MarketplaceAccount } from './marketplace.ts'

export type ShipToAddress = {
  name: string
  line1: string
  line2: string | null
  city: string
  state: string | null
  /** Empty in countries without postal codes. */
  postalCode: string
  country: string
  phone: string | null
}

/** `itemId` is our id of the line; the service returns it in its status. */
export type SubmittedLine = { itemId: string; sku: string; quantity: number }

/** Constraints on packaging and carrier. */
export type ShippingConstraints = { blankBox: boolean; blocksAmazonLogistics: boolean }

export type PreviewQuestion = {
  marketplaceId: string
  destination: ShipToAddress
  lines: readonly SubmittedLine[]
  constraints: ShippingConstraints
}

/** Fee and dates of one shipping speed; previewing reserves nothing. */
export type SpeedOffer = {
  speed: ShippingSpeed
  isFulfillable: boolean
  fee: { amount: string; currency: string } | null
  earliestShipDate: Date | null
  latestShipDate: Date | null
  earliestArrivalDate: Date | null
  latestArrivalDate: Date | null
  problems: Message[]
}

/** Identifies a fulfillment by our own id (Amazon's `sellerFulfillmentOrderId`), which is never reused. */
export type FulfillmentHandle = { marketplaceId: string; externalId: string }

export type Submission = FulfillmentHandle & {
  /** Printed on the packing slip. */
  orderNumber: string
  placedAt: Date
  comment: string
  speed: ShippingSpeed
  destination: ShipToAddress
  lines: readonly SubmittedLine[]
  constraints: ShippingConstraints
}

export type PackageSnapshot = {
  packageNumber: string
  carrier: string | null
  trackingNumber: string | null
  /** The carrier's latest status; null when tracking was not read. */
  carrierStatus: string | null
  estimatedArrival: Date | null
  /** Null until it has shipped. */
  shippedAt: Date | null
  deliveredAt: Date | null
  /** It will not reach the customer. */
  isLost: boolean
  lines: readonly { itemId: string; quantity: number }[]
  events: readonly { type: string; description: string; location: string | null; at: Date }[]
}

/** A line of a fulfillment, with units that were cancelled or cannot be fulfilled. */
export type FulfillmentLine = SubmittedLine & { cancelled: number; unfulfillable: number }

/** The state of a fulfillment as the service reports it. */
export type FulfillmentSnapshot = {
  /** The service's own status. */
  externalStatus: string
  /** Null when the service's status is unknown to us. */
  status: FulfillmentStatus | null
  /** Rejected as invalid, not for lack of stock. */
  isInvalid: boolean
  /** Complete, but some units were never shipped. */
  isPartial: boolean
  unknownWords: string[]
  /** What its packing slip shows as the order's number, and its speed where we know it: of other tools' fulfillments. */
  orderNumber: string
  speed: ShippingSpeed | null
  /** When the service was asked; everything it accepted before is included. */
  readAt: Date
  receivedAt: Date
  estimatedShipDate: Date | null
  estimatedDeliveryDate: Date | null
  lines: readonly FulfillmentLine[]
  packages: readonly PackageSnapshot[]
}

/**
 * Ships orders from a warehouse. Every call may throw `Unavailable` (`mayHaveHappened` when the outcome is unknown), `Rejected` (with
 * a sentence for people) or `Unauthorized`.
 */
export type FulfillmentService = {
  preview(account: MarketplaceAccount, question: PreviewQuestion): Promise<SpeedOffer[]>
  /** Idempotent by id: `exists` when something was submitted under this id before. */
  submit(account: MarketplaceAccount, submission: Submission): Promise<'accepted' | 'exists'>
  /** Null when the service does not know the id. Packages known to be delivered are not tracked again. */
  read(
    account: MarketplaceAccount,
    handle: FulfillmentHandle,
    deliveredPackages?: readonly string[],
  ): Promise<FulfillmentSnapshot | null>
  /** Only requests the cancellation; `read` shows whether it succeeded. */
  cancel(account: MarketplaceAccount, handle: FulfillmentHandle): Promise<'asked' | 'too_late' | 'unknown'>
  /** The ids of fulfillments that changed since then, by pages. */
  listChanged(
    account: MarketplaceAccount,
    question: { marketplaceId: string; since: Date; page?: string },
  ): Promise<{ externalIds: string[]; next: string | null }>
}
