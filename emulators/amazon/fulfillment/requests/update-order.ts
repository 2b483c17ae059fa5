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
  Policy,
  Quantity,
  ShippingSpeed,
} from './parts.ts'

const UpdateOrderItem = z.object({
  sellerSku: z.string().optional(),
  sellerFulfillmentOrderItemId: z.string().min(1).max(50),
  quantity: Quantity,
  giftMessage: z.string().max(512).optional(),
  displayableComment: z.string().max(250).optional(),
  perUnitDeclaredValue: Money.optional(),
  perUnitPrice: Money.optional(),
  perUnitTax: Money.optional(),
})

export const UpdateOrder = z.object({
  marketplaceId: z.string().optional(),
  displayableOrderId: DisplayableOrderId.optional(),
  displayableOrderDate: Moment.optional(),
  displayableOrderComment: Comment.optional(),
  shippingSpeedCategory: ShippingSpeed.optional(),
  destinationAddress: Address.optional(),
  fulfillmentAction: Action.optional(),
  fulfillmentPolicy: Policy.optional(),
  shipFromCountryCode: CountryCode.optional(),
  notificationEmails: Emails.optional(),
  featureConstraints: FeatureConstraints.optional(),
  items: itemList(UpdateOrderItem).optional(),
})
export type UpdateOrder = z.output<typeof UpdateOrder>
