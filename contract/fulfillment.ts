import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, Moment } from './fields.ts'
import { cancelPurposes, fulfillmentProviders, fulfillmentStatuses, shippingSpeeds } from './order-status.ts'

const Money = z.string().regex(/^\d{1,10}\.\d{2}$/)

const ShipmentEvent = z.object({
  id: Id,
  eventType: z.string(),
  description: z.string().nullable(),
  location: z.string().nullable(),
  timestamp: Moment,
})

const Package = z.object({
  id: Id,
  packageNumber: z.string(),
  carrier: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  /** Where the carrier shows the way of the parcel, where we know its page. */
  trackingUrl: z.string().nullable(),
  /** The carrier's last word, such as `OUT_FOR_DELIVERY`. */
  carrierStatus: z.string().nullable(),
  estimatedArrival: Moment.nullable(),
  shippedAt: Moment.nullable(),
  deliveredAt: Moment.nullable(),
  /** When the channel that sold the order was told the tracking number. */
  reportedAt: Moment.nullable(),
  items: z.array(z.object({ orderItemId: Id, quantity: z.int() })),
  /** Newest first. */
  events: z.array(ShipmentEvent),
})
export type Package = z.output<typeof Package>

/** One attempt to have an order, or a part of it, shipped. */
export const Fulfillment = z.object({
  id: Id,
  attempt: z.int(),
  provider: z.enum(fulfillmentProviders),
  externalFulfillmentId: z.string(),
  status: z.enum(fulfillmentStatuses),
  /** Amazon's own word, as last read. */
  externalStatus: z.string().nullable(),
  shippingSpeed: z.enum(shippingSpeeds),
  estimatedShipDate: Moment.nullable(),
  estimatedDeliveryDate: Moment.nullable(),
  shippingCost: Money.nullable(),
  /** That of the marketplace which ships it, where we know it. */
  shippingCostCurrency: z.string().nullable(),
  trackingNumbers: z.array(z.string()),
  carrier: z.string().nullable(),
  createdAt: Moment,
  submittedAt: Moment.nullable(),
  acceptedAt: Moment.nullable(),
  /** Since when Amazon is to stop it, and what for; null when nobody wants that. */
  cancelRequestedAt: Moment.nullable(),
  cancelPurpose: z.enum(cancelPurposes).nullable(),
  checkedAt: Moment.nullable(),
  /** Why Amazon refused it, or could not be asked; `code` is a word of our catalogue, or Amazon's own. */
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

/** What Amazon would ask and promise for one speed. It reserves nothing. */
export const SpeedPreview = z.object({
  shippingSpeed: z.enum(shippingSpeeds),
  isFulfillable: z.boolean(),
  /** All fees together; null where Amazon names none. */
  fee: z.object({ amount: Money, currency: z.string() }).nullable(),
  earliestShipDate: Moment.nullable(),
  latestShipDate: Moment.nullable(),
  earliestArrivalDate: Moment.nullable(),
  latestArrivalDate: Moment.nullable(),
  /** In sentences for people, why it can't be sent this way. */
  problems: z.array(z.string()),
})
export type SpeedPreview = z.output<typeof SpeedPreview>

/** Which units of which lines; all that is left of the order when absent. */
export const ChosenItems = z
  .array(z.strictObject({ orderItemId: Id, quantity: z.int().min(1) }))
  .min(1, 'Choose at least one unit')
  .max(500)
export type ChosenItems = z.output<typeof ChosenItems>

/** How a company has its orders fulfilled, beside what each channel is set to. */
export const FulfillmentSettings = z.strictObject({
  /** Whether orders that are stuck at Amazon are cancelled and sent again without asking. */
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
