import { z } from 'zod'
import { line } from '#contract/fields.ts'
import { mostOrderLines } from '#contract/intake.ts'
import { Cents, CentsOrNone } from '../amounts.ts'

const text = z.string().nullish()
const id = z.union([z.int().transform(String), line('id', 100)])
const cents = CentsOrNone.transform((amount) => amount ?? 0)
const listOf = <Item extends z.ZodType>(item: Item) => z.array(item).nullish()

/** Written without a time zone; the time is UTC. */
const moment = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/, 'must be a time such as 2026-09-20T10:14:58')
  .transform((written) => `${written.slice(0, 19)}Z`)
  .pipe(z.iso.datetime('must be a time such as 2026-09-20T10:14:58'))
  .nullish()

const Party = z.object({
  first_name: text,
  last_name: text,
  company: text,
  address_1: text,
  address_2: text,
  city: text,
  state: text,
  postcode: text,
  country: text,
  email: text,
  phone: text,
})
export type Party = z.output<typeof Party>

/** Meta data may be any JSON, and plugins leave parts of it out. */
const MetaData = listOf(
  z.object({
    key: text.catch(null),
    value: z.unknown().optional(),
    display_key: text.catch(null),
    display_value: z.unknown().optional(),
  }),
)

const LineItem = z.object({
  id,
  name: text,
  product_id: id.nullish(),
  variation_id: id.nullish(),
  sku: text,
  quantity: z.int('must be a whole number').min(0, 'must not be negative'),
  /** Before coupons, without tax. */
  subtotal: Cents,
  /** After coupons, without tax. */
  total: CentsOrNone,
  total_tax: cents,
  meta_data: MetaData,
})
export type LineItem = z.output<typeof LineItem>

/** Fields that decide whether the order concerns us. */
export const OrderHead = z.object({
  id,
  status: line('status', 100).optional(),
  date_modified_gmt: moment,
  date_paid_gmt: moment,
  payment_method: text,
  payment_method_title: text,
})
export type OrderHead = z.output<typeof OrderHead>

/**
 * What makes a body an order whatever its topic, which is not signed. A subscription (an extension) has the fields of
 * an order and a billing period.
 */
export const OrderMark = z.object({
  id,
  status: z.string(),
  line_items: z.array(z.unknown()),
  billing: z.looseObject({}),
  billing_period: z.never().optional(),
})

/** When a resource of any kind last changed, as far as its body says so. */
export const ChangeTimes = z.object({
  date_modified_gmt: moment.catch(null),
  date_created_gmt: moment.catch(null),
})

const negative = cents.transform((amount) => Math.abs(amount))

/** A refund as `GET /orders/{id}/refunds` tells it; its amounts and quantities are negative, `amount` is not. */
const RefundDetail = z.object({
  amount: cents,
  line_items: listOf(
    z.object({
      quantity: z.number().transform((quantity) => Math.abs(Math.trunc(quantity))),
      total: negative,
      total_tax: negative,
      meta_data: MetaData,
    }),
  ),
  shipping_lines: listOf(z.object({ total: negative, total_tax: negative })),
  fee_lines: listOf(z.object({ total: negative, total_tax: negative })),
})
export type RefundDetail = z.output<typeof RefundDetail>

/** What the order does not say itself and a connected shop was asked for. */
export const Lookup = z.object({
  refunds: z.array(RefundDetail),
  /** Products and variations that need no shipping. */
  virtualIds: z.array(id),
})
export type Lookup = z.output<typeof Lookup>

/** The key under which `Lookup` travels in the body of a polled order. */
export const lookupKey = 'lockstep_lookup'

/** The order of REST API version 3. */
export const Order = OrderHead.extend({
  number: z.union([z.int().transform(String), z.string()]).nullish(),
  currency: z.string(),
  date_created_gmt: moment,
  shipping_total: cents,
  total_tax: cents,
  total: Cents,
  customer_note: text,
  billing: Party,
  shipping: Party.nullish(),
  line_items: z.array(LineItem).max(mostOrderLines, `must have at most ${mostOrderLines} items`),
  shipping_lines: listOf(z.object({ method_id: text, method_title: text })),
  fee_lines: listOf(z.object({ total: cents })),
  meta_data: listOf(z.object({ key: text, value: z.unknown().optional() })),
  coupon_lines: listOf(z.object({ code: text })),
  refunds: listOf(z.object({ total: cents })),
  [lookupKey]: Lookup.nullish(),
})
export type Order = z.output<typeof Order>

/** Sent instead of the order when the webhook's user lacks permission. */
export const RestError = z.object({ code: z.string().startsWith('woocommerce_rest_'), message: z.string() })
