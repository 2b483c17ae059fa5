import type { FulfillmentStatus, ShippingSpeed } from '#contract/order-status.ts'
import type { MarketplaceAccount } from './marketplace.ts'

export type ShipToAddress = {
  name: string
  line1: string
  line2: string | null
  city: string
  state: string | null
  postalCode: string
  country: string
  phone: string | null
}

/** `itemId` is ours and names the line in what the service tells of it. */
export type SubmittedLine = { itemId: string; sku: string; quantity: number }

/** How parcels are to look and to travel. */
export type ShippingConstraints = { blankBox: boolean; blocksAmazonLogistics: boolean }

export type PreviewQuestion = {
  marketplaceId: string
  destination: ShipToAddress
  lines: readonly SubmittedLine[]
  constraints: ShippingConstraints
}

/** What one speed would cost and promise; it reserves nothing. */
export type SpeedOffer = {
  speed: ShippingSpeed
  isFulfillable: boolean
  fee: { amount: string; currency: string } | null
  earliestShipDate: Date | null
  latestShipDate: Date | null
  earliestArrivalDate: Date | null
  latestArrivalDate: Date | null
  problems: string[]
}

/** Where a fulfilment is found: by an id of ours, unique for ever. */
export type FulfillmentHandle = { marketplaceId: string; externalId: string }

export type Submission = FulfillmentHandle & {
  /** What the customer reads on the slip. */
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
  /** The carrier's last word; null when nobody asked the carrier. */
  carrierStatus: string | null
  estimatedArrival: Date | null
  /** Null until it has left. */
  shippedAt: Date | null
  deliveredAt: Date | null
  /** It won't reach the customer. */
  isLost: boolean
  lines: readonly { itemId: string; quantity: number }[]
  events: readonly { type: string; description: string; location: string | null; at: Date }[]
}

/** A line of it. `itemId` is what it was called when it was submitted. */
export type FulfillmentLine = SubmittedLine & { cancelled: number; unfulfillable: number }

/** A fulfilment as the service tells it. */
export type FulfillmentSnapshot = {
  /** The service's own word for where it stands. */
  externalStatus: string
  /** Null when that word is unknown to us: then nothing is known of where it stands. */
  status: FulfillmentStatus | null
  /** Rejected as such, not for want of stock. */
  isInvalid: boolean
  /** Over, and some units were never sent. */
  isPartial: boolean
  unknownWords: string[]
  /** When the service was asked: what it accepted before is in these words. */
  readAt: Date
  receivedAt: Date
  estimatedShipDate: Date | null
  estimatedDeliveryDate: Date | null
  lines: readonly FulfillmentLine[]
  packages: readonly PackageSnapshot[]
}

/**
 * Ships orders from a warehouse. Every call may throw `Unavailable` (`mayHaveHappened` where nobody knows), `Rejected` (it
 * said no, in a sentence for people) or `Unauthorized`.
 */
export type FulfillmentService = {
  preview(account: MarketplaceAccount, question: PreviewQuestion): Promise<SpeedOffer[]>
  /** `exists`: something was submitted under this id before, which the service never does twice. */
  submit(account: MarketplaceAccount, submission: Submission): Promise<'accepted' | 'exists'>
  /** Null when the service knows nothing under this id. Parcels that are known to be delivered are not tracked again. */
  read(
    account: MarketplaceAccount,
    handle: FulfillmentHandle,
    deliveredPackages?: readonly string[],
  ): Promise<FulfillmentSnapshot | null>
  /** A request only: whether it could still be stopped, reading says. */
  cancel(account: MarketplaceAccount, handle: FulfillmentHandle): Promise<'asked' | 'too_late' | 'unknown'>
  /** The ids of what changed since, by pages. */
  listChanged(
    account: MarketplaceAccount,
    question: { marketplaceId: string; since: Date; page?: string },
  ): Promise<{ externalIds: string[]; next: string | null }>
}
