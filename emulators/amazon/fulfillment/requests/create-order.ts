import { z } from 'zod'
import { Address } from './address.ts'
import { itemList } from './items.ts'
import {
  Action,
  Comment,
  CountryCode,
  DisplayableOrderId,
  Emails,
  FeatureConstraints,
  Moment,
  Money,
  OrderId,
  Policy,
  Quantity,
  ShippingSpeed,
} from './parts.ts'

const CreateOrderItem = z.object({
  sellerSku: z.string().min(1).max(50),
  sellerFulfillmentOrderItemId: z.string().min(1).max(50),
  quantity: Quantity,
  giftMessage: z.string().max(512).optional(),
  displayableComment: z.string().max(250).optional(),
  fulfillmentNetworkSku: z.string().optional(),
  perUnitDeclaredValue: Money.optional(),
  perUnitPrice: Money.optional(),
  perUnitTax: Money.optional(),
})

const DropOffLocation = z.object({
  type: z.enum([
    'FRONT_DOOR',
    'DELIVERY_BOX',
    'GAS_METER_BOX',
    'BICYCLE_BASKET',
    'GARAGE',
    'RECEPTIONIST',
    'FALLBACK_NEIGHBOR_DELIVERY',
    'DO_NOT_LEAVE_UNATTENDED',
  ]),
  attributes: z.record(z.string(), z.string()).optional(),
})

const CashOnDelivery = z.object({
  isCodRequired: z.boolean(),
  codCharge: Money.optional(),
  codChargeTax: Money.optional(),
  shippingCharge: Money.optional(),
  shippingChargeTax: Money.optional(),
})

export const CreateOrder = z.object({
  marketplaceId: z.string().optional(),
  sellerFulfillmentOrderId: OrderId,
  displayableOrderId: DisplayableOrderId,
  displayableOrderDate: Moment,
  displayableOrderComment: Comment,
  shippingSpeedCategory: ShippingSpeed,
  deliveryWindow: z.object({ startDate: Moment, endDate: Moment }).optional(),
  destinationAddress: Address,
  deliveryPreferences: z
    .object({ deliveryInstructions: z.string().max(250).optional(), dropOffLocation: DropOffLocation.optional() })
    .optional(),
  fulfillmentAction: Action.default('Ship'),
  fulfillmentPolicy: Policy.default('FillOrKill'),
  codSettings: CashOnDelivery.optional(),
  shipFromCountryCode: CountryCode.optional(),
  notificationEmails: Emails.optional(),
  featureConstraints: FeatureConstraints.optional(),
  items: itemList(CreateOrderItem),
  paymentInformation: z
    .array(z.object({ paymentTransactionId: z.string().min(1), paymentMode: z.string().min(1), paymentDate: Moment }))
    .optional(),
})
export type CreateOrder = z.output<typeof CreateOrder>
