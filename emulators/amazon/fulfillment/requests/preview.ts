import { z } from 'zod'
import { Address } from './address.ts'
import { itemList } from './items.ts'
import { FeatureConstraints, Money, Quantity, ShippingSpeed } from './parts.ts'

const PreviewItem = z.object({
  sellerSku: z.string().min(1).max(50),
  quantity: Quantity,
  perUnitDeclaredValue: Money.optional(),
  sellerFulfillmentOrderItemId: z.string().min(1).max(50),
})
export type PreviewItem = z.output<typeof PreviewItem>

export const PreviewRequest = z.object({
  marketplaceId: z.string().optional(),
  address: Address,
  items: itemList(PreviewItem),
  shippingSpeedCategories: z.array(ShippingSpeed).optional(),
  includeCODFulfillmentPreview: z.boolean().optional(),
  includeDeliveryWindows: z.boolean().optional(),
  featureConstraints: FeatureConstraints.optional(),
})
export type PreviewRequest = z.output<typeof PreviewRequest>
