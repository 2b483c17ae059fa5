import { z } from 'zod'
import { say } from '#contract/i18n.ts'
import { operation } from '../../operation.ts'
import { decimal, list, maybe, moment, payload } from '../response-schemas.ts'
import { validateRequest } from '../request-schemas.ts'
import { fulfillmentOrders, rateLimit, Address, FeatureConstraints, Line, linesOf, speeds } from './order-schemas.ts'

const PreviewRequest = z.object({
  marketplaceId: z.string().optional(),
  address: Address,
  items: linesOf(Line),
  shippingSpeedCategories: z.array(speeds).optional(),
  featureConstraints: FeatureConstraints.optional(),
})

const Shipment = z.object({
  earliestShipDate: maybe(moment),
  latestShipDate: maybe(moment),
  earliestArrivalDate: maybe(moment),
  latestArrivalDate: maybe(moment),
  fulfillmentPreviewItems: z.array(
    z.object({ sellerSku: z.string(), sellerFulfillmentOrderItemId: z.string(), quantity: z.int() }),
  ),
})

const UnfulfillableItem = z.object({
  sellerSku: z.string(),
  sellerFulfillmentOrderItemId: z.string(),
  quantity: z.int(),
  itemUnfulfillableReasons: list(z.string()),
})

const Preview = z.object({
  shippingSpeedCategory: z.string(),
  isFulfillable: z.boolean(),
  estimatedShippingWeight: maybe(z.object({ unit: z.string(), value: decimal })),
  estimatedFees: list(z.object({ name: z.string(), amount: z.object({ currencyCode: z.string(), value: decimal }) })),
  fulfillmentPreviewShipments: list(Shipment),
  unfulfillablePreviewItems: list(UnfulfillableItem),
  orderUnfulfillableReasons: list(z.string()),
})

/** Fees and delivery dates for each speed. It reserves nothing. */
export const getFulfillmentPreview = operation({
  name: 'getFulfillmentPreview',
  method: 'POST',
  ...rateLimit,
  isRead: true,
  request: ({ body }: { body: z.input<typeof PreviewRequest> }) => ({
    path: `${fulfillmentOrders}/preview`,
    body: validateRequest(say('This preview'), PreviewRequest, body),
  }),
  wire: payload(z.object({ fulfillmentPreviews: list(Preview) })),
})
