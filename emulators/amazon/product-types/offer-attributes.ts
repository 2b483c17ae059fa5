import { z } from 'zod'
import { marketplaceSelectors, type Attribute } from './attribute.ts'

const price = z.looseObject({ value_with_tax: z.number().positive() })
const schedule = z.array(z.looseObject({ schedule: z.array(price).min(1) })).min(1)

/** The price, in Amazon's many layers. */
export const offer: Attribute = {
  title: 'Purchasable Offer',
  group: 'offer',
  selectors: [...marketplaceSelectors, 'currency', 'audience'],
  most: 2,
  instance: z.looseObject({
    currency: z.string().regex(/^[A-Z]{3}$/),
    audience: z.enum(['ALL', 'B2B']).optional(),
    our_price: schedule.optional(),
    marketplace_id: z.string().optional(),
  }),
}

/** Who sends it; only the merchant says how many there are. */
export const availability: Attribute = {
  title: 'Fulfillment Availability',
  group: 'offer',
  selectors: ['fulfillment_channel_code'],
  most: 10,
  instance: z.strictObject({
    fulfillment_channel_code: z.string().regex(/^(DEFAULT|AMAZON_[A-Z]{2})$/),
    quantity: z.int().min(0).optional(),
    lead_time_to_ship_max_days: z.int().min(0).optional(),
    restock_date: z.string().optional(),
    is_inventory_available: z.boolean().optional(),
    marketplace_id: z.string().optional(),
  }),
}

/** What belongs to one seller's offer and not to the product itself. */
export const offerOnly: ReadonlySet<string> = new Set([
  'condition_type',
  'purchasable_offer',
  'fulfillment_availability',
  'list_price',
  'max_order_quantity',
  'merchant_shipping_group',
  'merchant_suggested_asin',
])
