import { z } from 'zod'
import { say } from '#contract/i18n.ts'
import { operation } from '../../operation.ts'
import { noContent } from '../response-schemas.ts'
import { path, countryCode, listOf, text, time, validateRequest } from '../request-schemas.ts'
import {
  fulfillmentOrders,
  rateLimit,
  Address,
  FeatureConstraints,
  Line,
  linesOf,
  Money,
  speeds,
} from './order-schemas.ts'

/** Printed on the packing slip. Amazon takes Latin-1 without two spaces in a row. */
const displayableOrderId = text('Order number', 40)
  .regex(/^[\x20-\x7e\xa0-\xff]+$/, 'Order number has characters that Amazon can’t print')
  .regex(/^(?!.* {2})/, 'Order number has two spaces in a row')

const displayableOrderComment = text('Order comment', 750)

const OrderLine = Line.extend({
  giftMessage: text('Gift message', 512).optional(),
  displayableComment: text('Line comment', 250).optional(),
  perUnitPrice: Money.optional(),
  perUnitTax: Money.optional(),
})

const Choices = {
  marketplaceId: text('Marketplace'),
  shipFromCountryCode: countryCode.optional(),
  fulfillmentAction: z.enum(['Ship', 'Hold']).optional(),
  fulfillmentPolicy: z.enum(['FillOrKill', 'FillAll', 'FillAllAvailable']).optional(),
  notificationEmails: z.array(text('Email address', 64)).optional(),
  featureConstraints: FeatureConstraints.optional(),
}

const NewOrder = z.object({
  ...Choices,
  /**
   * Our id and the idempotency key: Amazon accepts each value once, forever. Amazon mangles `+` and spaces in paths, so
   * only letters, digits, - and _ are allowed.
   */
  sellerFulfillmentOrderId: text('Fulfillment ID', 40).regex(
    /^[\w-]+$/,
    'Fulfillment ID can only have letters, digits, - and _',
  ),
  displayableOrderId,
  displayableOrderDate: time,
  displayableOrderComment,
  shippingSpeedCategory: speeds,
  deliveryWindow: z.object({ startDate: time, endDate: time }).optional(),
  destinationAddress: Address,
  deliveryPreferences: z.object({ deliveryInstructions: text('Delivery instructions', 250) }).optional(),
  items: linesOf(OrderLine),
  paymentInformation: z
    .array(z.object({ paymentTransactionId: text('Payment'), paymentMode: text('Payment method'), paymentDate: time }))
    .optional(),
})

/**
 * Amazon refuses a second order under the same id instead of replaying the first answer. After a lost answer, read the
 * order before sending it again.
 */
export const createFulfillmentOrder = operation({
  name: 'createFulfillmentOrder',
  method: 'POST',
  ...rateLimit,
  isRepeatable: false,
  request: ({ body }: { body: z.input<typeof NewOrder> }) => ({
    path: fulfillmentOrders,
    body: validateRequest(say('The order'), NewOrder, body),
  }),
  wire: noContent,
})

type OrderName = { sellerFulfillmentOrderId: string }

const UpdateLine = z.object({
  sellerFulfillmentOrderItemId: text('Line ID', 50),
  sellerSku: text('SKU', 50).optional(),
  quantity: z.int().min(1, 'Quantity must be at least 1'),
  giftMessage: text('Gift message', 512).optional(),
  displayableComment: text('Line comment', 250).optional(),
})

const OrderUpdate = z.object({
  ...Choices,
  marketplaceId: text('Marketplace').optional(),
  displayableOrderId: displayableOrderId.optional(),
  displayableOrderDate: time.optional(),
  displayableOrderComment: displayableOrderComment.optional(),
  shippingSpeedCategory: speeds.optional(),
  destinationAddress: Address.optional(),
  items: listOf('Lines', UpdateLine, 100).optional(),
})

/** Changes an order that is on hold; the action `Ship` releases it. */
export const updateFulfillmentOrder = operation({
  name: 'updateFulfillmentOrder',
  method: 'PUT',
  ...rateLimit,
  isRepeatable: true,
  request: ({ sellerFulfillmentOrderId, body }: OrderName & { body: z.input<typeof OrderUpdate> }) => ({
    path: fulfillmentOrders + path`/${sellerFulfillmentOrderId}`,
    body: validateRequest(say('The change of the order'), OrderUpdate, body),
  }),
  wire: noContent,
})

/** Requests a cancellation. Whether it came in time shows when the order is read again. */
export const cancelFulfillmentOrder = operation({
  name: 'cancelFulfillmentOrder',
  method: 'PUT',
  ...rateLimit,
  isRepeatable: true,
  request: ({ sellerFulfillmentOrderId }: OrderName) => ({
    path: fulfillmentOrders + path`/${sellerFulfillmentOrderId}/cancel`,
  }),
  wire: noContent,
})
