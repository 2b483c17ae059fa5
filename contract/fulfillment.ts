import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, line, Moment } from './fields.ts'
import { t } from './i18n.ts'
import { cancelPurposes, fulfillmentProviders, fulfillmentStatuses, shippingSpeeds } from './order-status.ts'

const Money = z.string().regex(/^\d{1,10}\.\d{2}$/)

const ShipmentEvent = z.object({
  id: Id,
  eventType: z.string(),
  description: z.string().nullable(),
  location: z.string().nullable(),
  timestamp: Moment,
})

/**
 * Who says that a parcel of the seller's own has arrived: a person, or nobody, after so many days. `taken_back`: a person says that it has
 * not, so it is not assumed again.
 */
export const deliverySources = ['person', 'assumed', 'taken_back'] as const

/** Days after shipping at which a parcel of the seller's own counts as delivered: no carrier tells Lockstep of it. */
export const assumedDeliveredDays = 30

const Package = z.object({
  id: Id,
  packageNumber: z.string(),
  carrier: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  /** The carrier's tracking page, if we know it. */
  trackingUrl: z.string().nullable(),
  /** The carrier's latest status, such as `OUT_FOR_DELIVERY`. */
  carrierStatus: z.string().nullable(),
  estimatedArrival: Moment.nullable(),
  shippedAt: Moment.nullable(),
  deliveredAt: Moment.nullable(),
  /** Null for parcels of Amazon's, and for one's own on their way. */
  deliverySource: z.enum(deliverySources).nullable(),
  /** When the tracking number was reported to the sales channel. */
  reportedAt: Moment.nullable(),
  items: z.array(z.object({ orderItemId: Id, quantity: z.int() })),
  /** Newest first. */
  events: z.array(ShipmentEvent),
})
export type Package = z.output<typeof Package>

/** One attempt to ship an order or a part of it; `seller` with one parcel that the seller shipped himself. */
export const Fulfillment = z.object({
  id: Id,
  attempt: z.int(),
  provider: z.enum(fulfillmentProviders),
  externalFulfillmentId: z.string(),
  status: z.enum(fulfillmentStatuses),
  /** Amazon's own status, as last read. */
  externalStatus: z.string().nullable(),
  shippingSpeed: z.enum(shippingSpeeds),
  estimatedShipDate: Moment.nullable(),
  estimatedDeliveryDate: Moment.nullable(),
  shippingCost: Money.nullable(),
  /** The currency of the marketplace that ships it, if known. */
  shippingCostCurrency: z.string().nullable(),
  trackingNumbers: z.array(z.string()),
  carrier: z.string().nullable(),
  createdAt: Moment,
  submittedAt: Moment.nullable(),
  acceptedAt: Moment.nullable(),
  /** When its cancellation was requested, and the purpose; null without a request. */
  cancelRequestedAt: Moment.nullable(),
  cancelPurpose: z.enum(cancelPurposes).nullable(),
  checkedAt: Moment.nullable(),
  /** Why Amazon rejected it or could not be reached; `code` is ours or Amazon's own. */
  error: z.object({ code: z.string().nullable(), message: z.string() }).nullable(),
  items: z.array(
    z.object({
      orderItemId: Id,
      quantity: z.int(),
      cancelledQuantity: z.int(),
      unfulfillableQuantity: z.int(),
    }),
  ),
  packages: z.array(Package),
})
export type Fulfillment = z.output<typeof Fulfillment>

/** Amazon's fee and dates for one shipping speed. A preview reserves nothing. */
export const SpeedPreview = z.object({
  shippingSpeed: z.enum(shippingSpeeds),
  isFulfillable: z.boolean(),
  /** The sum of all fees; null where Amazon returns none. */
  fee: z.object({ amount: Money, currency: z.string() }).nullable(),
  earliestShipDate: Moment.nullable(),
  latestShipDate: Moment.nullable(),
  earliestArrivalDate: Moment.nullable(),
  latestArrivalDate: Moment.nullable(),
  /** Why it cannot be shipped this way, in sentences for people. */
  problems: z.array(z.string()),
})
export type SpeedPreview = z.output<typeof SpeedPreview>

/** Units per line; everything that is left of the order when omitted. */
export const ChosenItems = z
  .array(z.strictObject({ orderItemId: Id, quantity: z.int().min(1) }))
  .min(1, t('Choose at least one unit'))
  .max(500)
export type ChosenItems = z.output<typeof ChosenItems>

/** A web page: nothing else may become a link. */
const WebAddress = z
  .string()
  .trim()
  .max(500, t('Tracking link must be 500 characters or fewer'))
  .regex(/^https?:\/\/[^\s\p{Cc}]+$/iu, t('Tracking link must start with https://'))

/** How a parcel of the seller's is tracked. */
export const Tracking = z.strictObject({
  carrier: line(t('Carrier'), 60),
  trackingNumber: line(t('Tracking number'), 100),
  /** The carrier's tracking page, where it does not follow from carrier and number. */
  trackingUrl: WebAddress.nullable().default(null),
})

/** A parcel that the seller has shipped himself. */
export const OwnParcel = Tracking.extend({
  /** Default: now. */
  shippedAt: Moment.optional(),
})
export type OwnParcel = z.output<typeof OwnParcel>

/** The company's fulfillment settings; channels have their own. */
export const FulfillmentSettings = z.strictObject({
  /** Whether stuck orders are cancelled and resubmitted automatically. */
  healStuckOrders: z.boolean(),
})
export type FulfillmentSettings = z.output<typeof FulfillmentSettings>

export const fulfillmentApi = {
  settings: endpoint({
    method: 'GET',
    path: '/api/settings/fulfillment',
    summary: 'How orders are fulfilled',
    access: 'readonly',
    scope: 'company',
    reply: FulfillmentSettings,
  }),
  updateSettings: endpoint({
    method: 'PATCH',
    path: '/api/settings/fulfillment',
    summary: 'Change how orders are fulfilled',
    access: 'ops',
    scope: 'company',
    body: FulfillmentSettings.partial(),
    reply: FulfillmentSettings,
  }),
}
