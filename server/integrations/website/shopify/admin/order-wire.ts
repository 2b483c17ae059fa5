import { z } from 'zod'
import { Cents } from '../../amounts.ts'

const text = z.string().nullish()
const count = z.int().min(0)
/** Numbers of Shopify's objects come as text or number. */
const number = z.union([z.string(), z.int().transform(String)])

const Money = z.object({ shopMoney: z.object({ amount: Cents }) }).transform(({ shopMoney }) => shopMoney.amount)
const MoneyOrNone = Money.nullish().transform((cents) => cents ?? null)

const pageOf = <Node extends z.ZodType>(node: Node) =>
  z.object({
    nodes: z.array(node),
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: text }),
  })

export const OrderLine = z.object({
  id: z.string(),
  sku: text,
  title: z.string(),
  variantTitle: text,
  quantity: count,
  currentQuantity: count,
  requiresShipping: z.boolean(),
  isGiftCard: z.boolean(),
  variant: z.object({ legacyResourceId: number, requiresComponents: z.boolean() }).nullish(),
  product: z.object({ legacyResourceId: number }).nullish(),
  originalUnitPriceSet: Money,
  discountAllocations: z.array(z.object({ allocatedAmountSet: Money })),
  taxLines: z.array(z.object({ priceSet: Money })),
  customAttributes: z.array(z.object({ key: z.string(), value: text })),
})
export type OrderLine = z.output<typeof OrderLine>

export const WorkOrderLine = z.object({
  id: z.string(),
  totalQuantity: count,
  remainingQuantity: count,
  lineItem: z.object({ id: z.string() }),
})

const WorkOrder = z.object({
  id: z.string(),
  status: z.string(),
  fulfillAt: text,
  updatedAt: z.string(),
  assignedLocation: z.object({ location: z.object({ id: z.string() }).nullish() }),
  deliveryMethod: z.object({ methodType: z.string(), presentedName: text, serviceCode: text }).nullish(),
  destination: z
    .object({
      firstName: text,
      lastName: text,
      company: text,
      address1: text,
      address2: text,
      city: text,
      province: text,
      zip: text,
      countryCode: text,
      email: text,
      phone: text,
    })
    .nullish(),
  fulfillmentHolds: z.array(z.object({ reason: z.string(), reasonNotes: text, displayReason: text })),
  lineItems: pageOf(WorkOrderLine),
})
export type WorkOrder = z.output<typeof WorkOrder>

const Address = z.object({
  name: text,
  firstName: text,
  lastName: text,
  company: text,
  address1: text,
  address2: text,
  city: text,
  province: text,
  provinceCode: text,
  zip: text,
  countryCodeV2: text,
  phone: text,
})

/** An order with its work orders. */
export const AdminOrder = z.object({
  id: z.string(),
  legacyResourceId: number,
  name: z.string(),
  createdAt: z.string(),
  processedAt: z.string(),
  updatedAt: z.string(),
  cancelledAt: text,
  test: z.boolean(),
  currencyCode: z.string(),
  taxesIncluded: z.boolean(),
  displayFinancialStatus: text,
  displayFulfillmentStatus: z.string(),
  requiresShipping: z.boolean(),
  paymentGatewayNames: z.array(z.string()),
  email: text,
  phone: text,
  note: text,
  cartToken: text,
  checkoutToken: text,
  discountCodes: z.array(z.string()),
  customer: z.object({ firstName: text, lastName: text }).nullish(),
  shippingAddress: Address.nullish(),
  shippingLines: z.object({ nodes: z.array(z.object({ title: z.string(), code: text })) }),
  subtotalPriceSet: MoneyOrNone,
  currentSubtotalPriceSet: Money,
  totalDiscountsSet: MoneyOrNone,
  currentTotalDiscountsSet: Money,
  totalShippingPriceSet: Money,
  currentShippingPriceSet: Money,
  totalTaxSet: MoneyOrNone,
  currentTotalTaxSet: Money,
  currentTotalDutiesSet: MoneyOrNone,
  currentTotalAdditionalFeesSet: MoneyOrNone,
  totalTipReceivedSet: Money,
  totalPriceSet: Money,
  currentTotalPriceSet: Money,
  totalRefundedSet: Money,
  risk: z.object({ recommendation: z.string() }),
  lineItems: pageOf(OrderLine),
  fulfillmentOrders: z.object({ nodes: z.array(WorkOrder) }),
})
export type AdminOrder = z.output<typeof AdminOrder>

export const OneOrder = z.object({ order: z.unknown() })
export const MoreLines = z.object({ order: z.object({ lineItems: pageOf(z.unknown()) }).nullish() })
export const MoreWorkOrderLines = z.object({
  fulfillmentOrder: z.object({ lineItems: pageOf(z.unknown()) }).nullish(),
})

const Version = z.object({
  id: z.string(),
  updatedAt: z.string(),
  fulfillmentOrders: z.object({ nodes: z.array(z.object({ updatedAt: z.string() })) }),
})
export const OrdersPage = z.object({ orders: pageOf(Version) })
export const OrderVersion = z.object({ order: Version.nullish() })
export const WorkOrderVersion = z.object({ fulfillmentOrder: z.object({ order: Version }).nullish() })

/** The lists of an order as they came, for reading their further pages before the whole is parsed. */
export const OrderPages = z.looseObject({
  id: z.string(),
  updatedAt: z.string(),
  lineItems: pageOf(z.unknown()),
  fulfillmentOrders: z.looseObject({
    nodes: z.array(z.looseObject({ id: z.string(), updatedAt: z.string(), lineItems: pageOf(z.unknown()) })),
  }),
})
export type OrderPages = z.output<typeof OrderPages>
