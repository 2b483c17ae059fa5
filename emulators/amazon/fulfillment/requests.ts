import { z } from 'zod'
import { parseMoment } from '../iso-time.ts'

const Moment = z.string().refine((text) => parseMoment(text) !== undefined, 'timestamp must follow ISO8601')

export const CountryCode = z.string().regex(/^[A-Z]{2}$/, 'InvalidValue')

const Money = z.object({
  currencyCode: z.string().length(3),
  value: z.string().regex(/^-?\d+(\.\d+)?$/, 'InvalidValue'),
})

const Quantity = z.int().min(1)
const OrderId = z.string().min(1).max(40)

/** Printed on the packing slip, which supports Latin-1 only. */
const DisplayableOrderId = z
  .string()
  .min(1)
  .max(40)
  // oxlint-disable-next-line no-control-regex -- ISO 8859-1 is meant to its edges
  .regex(/^[\u0000-\u00ff]*$/, 'Only ISO 8859-1 characters are allowed')
  .regex(/^(?!.* {2})/, 'Two spaces in a row are not allowed')

const Comment = z.string().min(1).max(750)
const Emails = z.array(z.string().max(64))
const Action = z.enum(['Ship', 'Hold'])
const Policy = z.enum(['FillOrKill', 'FillAll', 'FillAllAvailable'])
export const ShippingSpeed = z.enum(['Standard', 'Expedited', 'Priority', 'ScheduledDelivery'])
export type ShippingSpeed = z.output<typeof ShippingSpeed>

export const FeatureName = z.enum([
  'BLANK_BOX',
  'BLOCK_AMZL',
  'OVERBOX',
  'PACKING_SLIP',
  'SIGNATURE_CONFIRMATION',
  'DELIVER_TOGETHER',
])
export type FeatureName = z.output<typeof FeatureName>

export const FeatureConstraints = z.array(
  z.object({
    featureName: FeatureName.optional(),
    featureFulfillmentPolicy: z.enum(['Required', 'NotRequired']).optional(),
  }),
)

const japan = 'JP'

/** The model requires a postal code without a length, so it may be empty; these countries have one for every address. */
const countriesWithCheckedCodes: ReadonlySet<string> = new Set([
  'US',
  'CA',
  'MX',
  'GB',
  'DE',
  'FR',
  'IT',
  'ES',
  'JP',
  'AU',
])

/** Amazon's model has no lengths; these are the ones of the API's predecessor. */
const Address = z
  .object({
    name: z.string().min(1).max(50),
    addressLine1: z.string().min(1).max(60),
    addressLine2: z.string().max(60).optional(),
    addressLine3: z.string().max(60).optional(),
    city: z.string().max(50).optional(),
    districtOrCounty: z.string().max(150).optional(),
    stateOrRegion: z.string().max(150).optional(),
    postalCode: z.string().max(20),
    countryCode: CountryCode,
    phone: z.string().max(20).optional(),
  })
  .superRefine((address, context) => {
    if (address.countryCode === japan && address.city) {
      context.addIssue({ code: 'custom', path: ['city'], message: 'Not used in Japan' })
    }
    if (!address.postalCode && countriesWithCheckedCodes.has(address.countryCode)) {
      context.addIssue({ code: 'custom', path: ['postalCode'], message: 'MissingValue' })
    }
    if (address.countryCode !== japan && !address.city) {
      context.addIssue({ code: 'custom', path: ['city'], message: 'MissingValue' })
    }
  })
type Address = z.output<typeof Address>

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

export const PreviewItem = z.object({
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
type Countable = { sellerFulfillmentOrderItemId: string; quantity: number }

/** At most 100 lines and 250 units, with unique line ids. */
function itemList<Item extends z.ZodType<Countable>>(item: Item) {
  return z
    .array(item)
    .min(1)
    .max(100)
    .superRefine((items, context) => {
      const units = items.reduce((sum, one) => sum + one.quantity, 0)
      if (units > 250) context.addIssue({ code: 'custom', message: 'An order can have 250 units at most' })
      const ids = new Set(items.map((one) => one.sellerFulfillmentOrderItemId))
      if (ids.size < items.length) {
        context.addIssue({ code: 'custom', message: 'SellerFulfillmentOrderItemId must be unique in an order' })
      }
    })
}
