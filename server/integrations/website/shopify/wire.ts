import { z } from 'zod'
import { line } from '#contract/fields.ts'
import { mostOrderLines } from '#contract/intake.ts'
import { Cents, CentsOrNone } from '../amounts.ts'

const text = z.string().nullish()
const id = z.union([z.int().transform(String), line('id', 100)])
const count = z.int('must be a whole number').min(0, 'must not be negative')
const moment = z.iso.datetime({ offset: true, error: 'must be a time such as 2026-09-20T10:14:58-04:00' })
const listOf = <Item extends z.ZodType>(item: Item) => z.array(item).nullish()

/** The shop's currency; the customer's currency beside it is not read. */
const PriceSet = z.object({ shop_money: z.object({ amount: Cents }) }).nullish()

const Address = z.object({
  name: text,
  first_name: text,
  last_name: text,
  company: text,
  address1: text,
  address2: text,
  city: text,
  province: text,
  province_code: text,
  zip: text,
  country_code: text,
  phone: text,
})
export type Address = z.output<typeof Address>

const LineItem = z.object({
  id,
  sku: text,
  title: text,
  variant_title: text,
  variant_id: id.nullish(),
  product_id: id.nullish(),
  quantity: count,
  /** Units without removed and refunded ones. */
  current_quantity: count.nullish(),
  /** Units that are not shipped either. */
  fulfillable_quantity: count.nullish(),
  requires_shipping: z.boolean().nullish(),
  /** Set on tips only. */
  tip_payment_gateway: text,
  price: Cents,
  discount_allocations: listOf(z.object({ amount: Cents })),
  tax_lines: listOf(z.object({ price: Cents })),
  /** What the customer chose or had written on it. */
  properties: listOf(
    z.object({ name: z.union([z.string(), z.number().transform(String)]), value: z.unknown().optional() }),
  ).catch(null),
})
export type LineItem = z.output<typeof LineItem>

/** Fields that decide whether the order concerns us. */
export const OrderHead = z.object({
  id,
  test: z.boolean().nullish(),
  updated_at: moment.nullish(),
  cancelled_at: moment.nullish(),
  financial_status: text,
  fulfillment_status: text,
  payment_gateway_names: listOf(z.string()),
})
export type OrderHead = z.output<typeof OrderHead>

/** What makes a body an order whatever its topic, which is not signed: no other resource has a `financial_status`. */
export const OrderMark = z.object({ id, financial_status: z.string().nullable() })

/** When a resource of any kind last changed, as far as its body says so. */
export const ChangeTimes = z.object({
  updated_at: moment.nullish().catch(null),
  created_at: moment.nullish().catch(null),
})

/** What was paid back, in the shop's currency as far as that is said. */
const Refunds = listOf(
  z.object({
    transactions: listOf(z.object({ kind: text, status: text, currency: text, amount: CentsOrNone })),
  }),
).catch(null)

/** An order of the REST Admin API. Fields that begin with `current` include edits and refunds. */
export const Order = OrderHead.extend({
  /** The number by which the shop and its customers know it, such as #1001. */
  name: text,
  created_at: moment.nullish(),
  currency: z.string(),
  email: text,
  contact_email: text,
  phone: text,
  note: text,
  customer: z.object({ email: text, first_name: text, last_name: text, phone: text }).nullish(),
  billing_address: Address.nullish(),
  shipping_address: Address.nullish(),
  line_items: z.array(LineItem).max(mostOrderLines, `must have at most ${mostOrderLines} items`),
  shipping_lines: listOf(z.object({ title: text, code: text })),
  cart_token: text,
  checkout_token: text,
  discount_codes: listOf(z.object({ code: text })),
  taxes_included: z.boolean().nullish(),
  subtotal_price: CentsOrNone,
  current_subtotal_price: CentsOrNone,
  total_discounts: CentsOrNone,
  current_total_discounts: CentsOrNone,
  total_shipping_price_set: PriceSet,
  current_shipping_price_set: PriceSet,
  total_tip_received: CentsOrNone,
  current_total_duties_set: PriceSet,
  current_total_additional_fees_set: PriceSet,
  total_tax: CentsOrNone,
  current_total_tax: CentsOrNone,
  total_price: Cents,
  current_total_price: CentsOrNone,
  refunds: Refunds,
  /** Paid back in all, where the order says it in one sum. */
  refunded: z.int().nullish(),
})
export type Order = z.output<typeof Order>
