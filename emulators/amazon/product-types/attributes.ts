import { z } from 'zod'
import { dictionaryOf } from '../dictionary.ts'

export const groups = {
  product_identity: 'Product Identity',
  product_details: 'Product Details',
  images: 'Images',
  offer: 'Offer',
  shipping: 'Shipping',
  variations: 'Variations',
  safety_and_compliance: 'Safety & Compliance',
} as const

export type Group = keyof typeof groups

/** An attribute of listings. It can have several instances, one per combination of selectors. */
export type Attribute = {
  title: string
  group: Group
  /** Fields that distinguish instances. */
  selectors: readonly string[]
  /** Most instances per marketplace. */
  most: number
  instance: z.ZodType
}

const marketplace = { marketplace_id: z.string().optional() }
const language = { language_tag: z.string().optional() }
const languageSelectors = ['marketplace_id', 'language_tag'] as const
const marketplaceSelectors = ['marketplace_id'] as const

const quantityIn = (units: readonly string[]) => z.strictObject({ value: z.number().min(0), unit: z.enum(units) })

function text(title: string, group: Group, maxLength: number): Attribute {
  const instance = z.strictObject({ value: z.string().min(1).max(maxLength), ...language, ...marketplace })
  return { title, group, selectors: languageSelectors, most: 1, instance }
}

/** Several texts, such as bullet points: the value itself is a selector. */
function texts(title: string, group: Group, maxLength: number, most: number): Attribute {
  return { ...text(title, group, maxLength), selectors: [...languageSelectors, 'value'], most }
}

function choice(title: string, group: Group, values: readonly string[]): Attribute {
  return plain(title, group, z.enum(values))
}

function plain(title: string, group: Group, value: z.ZodType): Attribute {
  const instance = z.strictObject({ value, ...marketplace })
  return { title, group, selectors: marketplaceSelectors, most: 1, instance }
}

function measure(title: string, group: Group, units: readonly string[]): Attribute {
  const instance = z.strictObject({ ...quantityIn(units).shape, ...marketplace })
  return { title, group, selectors: marketplaceSelectors, most: 1, instance }
}

function sides(title: string, group: Group): Attribute {
  const side = quantityIn(['inches', 'centimeters', 'feet', 'meters', 'millimeters'])
  const instance = z.strictObject({ length: side, width: side, height: side, ...marketplace })
  return { title, group, selectors: marketplaceSelectors, most: 1, instance }
}

function image(title: string): Attribute {
  const instance = z.strictObject({ media_location: z.string().min(1), ...marketplace })
  return { title, group: 'images', selectors: marketplaceSelectors, most: 1, instance }
}

export const conditionTypes = [
  'new_new',
  'new_open_box',
  'new_oem',
  'refurbished_refurbished',
  'used_like_new',
  'used_very_good',
  'used_good',
  'used_acceptable',
  'collectible_like_new',
  'collectible_very_good',
  'collectible_good',
  'collectible_acceptable',
  'club_club',
] as const

const weightUnits = ['pounds', 'ounces', 'grams', 'kilograms', 'milligrams']
const wholeNumber = z.int().min(0)

const identifier: Attribute = {
  title: 'External Product ID',
  group: 'product_identity',
  selectors: [...marketplaceSelectors, 'type'],
  most: 1,
  instance: z.strictObject({
    type: z.enum(['ean', 'gtin', 'isbn', 'jan', 'upc']),
    value: z.string().regex(/^\d{8,14}$/),
    marketplace_id: z.string().optional(),
  }),
}

const parent: Attribute = {
  title: 'Child Parent SKU Relationship',
  group: 'variations',
  selectors: marketplaceSelectors,
  most: 1,
  instance: z.strictObject({
    child_relationship_type: z.enum(['variation', 'package_contains']),
    parent_sku: z.string().min(1).optional(),
    marketplace_id: z.string().optional(),
  }),
}

const otherImages = Object.fromEntries(
  [1, 2, 3, 4, 5, 6, 7, 8].map((number) => [`other_product_image_locator_${number}`, image(`Image ${number}`)]),
)

const price = z.looseObject({ value_with_tax: z.number().positive() })
const schedule = z.array(z.looseObject({ schedule: z.array(price).min(1) })).min(1)

/** The price attribute. */
const offer: Attribute = {
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

/** Fulfillment channels; only the merchant's has a quantity. */
const availability: Attribute = {
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

/** All attributes; the product type decides which are required. */
export const attributes = dictionaryOf<Attribute>(
  Object.entries({
    item_name: text('Item Name', 'product_identity', 200),
    brand: text('Brand Name', 'product_identity', 100),
    externally_assigned_product_identifier: identifier,
    supplier_declared_has_product_identifier_exemption: plain('Product Id Exemption', 'product_identity', z.boolean()),
    merchant_suggested_asin: plain('Suggested ASIN', 'product_identity', z.string().regex(/^[A-Z0-9]{10}$/)),
    item_type_keyword: plain('Item Type Keyword', 'product_identity', z.string().min(1)),
    model_number: plain('Model Number', 'product_identity', z.string().min(1).max(100)),
    manufacturer: text('Manufacturer', 'product_identity', 100),
    part_number: plain('Part Number', 'product_identity', z.string().min(1).max(40)),
    product_description: text('Product Description', 'product_details', 2_000),
    bullet_point: texts('Bullet Point', 'product_details', 700, 10),
    generic_keyword: texts('Generic Keywords', 'product_details', 500, 5),
    color: text('Color', 'product_details', 100),
    size: text('Size', 'product_details', 100),
    material: texts('Material', 'product_details', 100, 5),
    department: text('Department', 'product_details', 100),
    style: text('Style', 'product_details', 100),
    number_of_items: plain('Number of Items', 'product_details', wholeNumber),
    unit_count: plain('Unit Count', 'product_details', z.number().min(0)),
    capacity: measure('Capacity', 'product_details', ['fluid_ounces', 'liters', 'milliliters']),
    main_product_image_locator: image('Main Image'),
    ...otherImages,
    swatch_product_image_locator: image('Swatch Image'),
    condition_type: choice('Item Condition', 'offer', conditionTypes),
    purchasable_offer: offer,
    fulfillment_availability: availability,
    list_price: {
      title: 'List Price',
      group: 'offer',
      selectors: [...marketplaceSelectors, 'currency'],
      most: 1,
      instance: z.looseObject({ currency: z.string().length(3) }),
    },
    max_order_quantity: plain('Max Order Quantity', 'offer', wholeNumber),
    merchant_shipping_group: plain('Merchant Shipping Group', 'offer', z.string().min(1)),
    item_dimensions: sides('Item Dimensions', 'shipping'),
    item_package_dimensions: sides('Package Dimensions', 'shipping'),
    item_weight: measure('Item Weight', 'shipping', weightUnits),
    item_package_weight: measure('Package Weight', 'shipping', weightUnits),
    parentage_level: choice('Parentage Level', 'variations', ['child', 'parent']),
    child_parent_sku_relationship: parent,
    variation_theme: {
      title: 'Variation Theme',
      group: 'variations',
      selectors: marketplaceSelectors,
      most: 1,
      instance: z.strictObject({ name: z.string().min(1), marketplace_id: z.string().optional() }),
    },
    country_of_origin: plain('Country of Origin', 'safety_and_compliance', z.string().length(2)),
    batteries_required: plain('Are batteries required?', 'safety_and_compliance', z.boolean()),
    supplier_declared_dg_hz_regulation: choice('Dangerous Goods Regulations', 'safety_and_compliance', [
      'ghs',
      'not_applicable',
      'other',
      'storage',
      'transportation',
      'unknown',
      'waste',
    ]),
  }),
)

/** Attributes of a seller's offer, not of the product. */
export const offerOnly: ReadonlySet<string> = new Set([
  'condition_type',
  'purchasable_offer',
  'fulfillment_availability',
  'list_price',
  'max_order_quantity',
  'merchant_shipping_group',
  'merchant_suggested_asin',
])
