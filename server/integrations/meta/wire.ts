import { z } from 'zod'
import { plain } from '#contract/fields.ts'
import { mostOrderLines } from '#contract/intake.ts'

/** Edges come as `{"data": […]}`, and in pages: one of which Meta holds back a part is not read as if that were all. */
const edge = <One extends z.ZodType>(one: One) =>
  z.object({ data: z.array(one), paging: z.object({ next: z.never().optional() }).nullish() })

const text = z
  .string()
  .nullish()
  .transform((given) => plain(given))
const Money = z.object({ amount: z.union([z.string(), z.number().transform(String)]), currency: z.string() })

/** The Graph API writes offsets as `+00:00` here and as `+0000` there. */
const moment = z
  .string()
  .transform((written) => written.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))
  .pipe(z.iso.datetime({ offset: true }))
const Moment = moment.transform((written) => new Date(written))

const Item = z.object({
  id: z.string(),
  retailer_id: z.string(),
  quantity: z.int(),
  price_per_unit: Money,
})

/**
 * A commerce order, as far as we read it. Fields and their shapes are those of Meta's Order API; that `cancellations`
 * and `promotion_details` unfold like `items` does is how its reference lists them, and not tried on the real service.
 */
export const Order = z.object({
  id: z.string(),
  order_status: z.object({ state: z.string() }),
  created: Moment,
  last_updated: Moment,
  items: edge(Item),
  shipping_address: z
    .object({
      name: text,
      first_name: text,
      last_name: text,
      street1: text,
      street2: text,
      city: text,
      state: text,
      postal_code: text,
      country: text,
    })
    .nullish(),
  selected_shipping_option: z
    .object({
      name: text,
      estimated_shipping_time: z.object({ max_days: z.number().nullish() }).nullish(),
    })
    .nullish(),
  estimated_payment_details: z
    .object({
      subtotal: z.object({ items: Money, shipping: Money.nullish() }),
      tax: Money.nullish(),
      total_amount: Money,
    })
    .nullish(),
  // An address that nobody can write to is no reason to hold a paid order up.
  buyer_details: z.object({ name: text, email: z.email().max(254).nullish().catch(null) }).nullish(),
  promotion_details: edge(z.object({ coupon_code: text, applied_amount: Money.nullish() })).nullish(),
  cancellations: edge(
    z.object({ items: edge(z.object({ retailer_id: z.string(), quantity: z.int() })).nullish() }),
  ).nullish(),
})
export type Order = z.output<typeof Order>

const all = `limit(${mostOrderLines})`

/** What is asked for of each order: by itself Meta tells hardly more than its id, and 25 of what stands on it. */
export const orderFields = [
  'id',
  'order_status',
  'created',
  'last_updated',
  `items.${all}{id,retailer_id,quantity,price_per_unit}`,
  'shipping_address',
  'selected_shipping_option',
  'estimated_payment_details',
  'buyer_details',
  `promotion_details.${all}{coupon_code,applied_amount}`,
  `cancellations.${all}{items.${all}{retailer_id,quantity}}`,
].join(',')

/** As much of an order as it takes to know it again. */
export const OrderHead = z.looseObject({
  id: z.string(),
  order_status: z.unknown(),
  last_updated: moment,
})

/** Orders are read one by one, so that one that can't be read does not hide the others. */
export const OrderPage = z.object({
  data: z.array(OrderHead),
  paging: z.object({ cursors: z.object({ after: z.string() }).optional(), next: z.string().optional() }).optional(),
})

export const OrderState = z.object({ order_status: z.object({ state: z.string() }) })
export const Named = z.object({ id: z.string() })
export const Success = z.object({ success: z.literal(true) })

export const Acknowledged = z.object({
  orders: z.array(z.object({ id: z.string(), state: text, error: z.object({ error_message: text }).nullish() })),
})

export const BatchAccepted = z.object({
  handles: z.array(z.string()).default([]),
  validation_status: z
    .array(z.object({ retailer_id: z.string(), errors: z.array(z.object({ message: z.string() })).default([]) }))
    .default([]),
})

const OneStatus = z.object({
  status: z.string(),
  errors: z.array(z.object({ id: z.string().nullish(), message: z.string() })).default([]),
  /** All of those that failed; `errors` need not have a word for each. */
  ids_of_invalid_requests: z.array(z.string()).catch([]),
})
/** A list that always has just one. */
export const BatchStatus = z.object({ data: z.tuple([OneStatus]) })

/**
 * The envelope is Meta's for all its webhooks. Its papers name no webhook for commerce orders; the field
 * `commerce_orders` and `order_id` in it are our reading, and the poll brings whatever they should miss.
 */
export const Webhook = z.object({
  object: z.string(),
  entry: z.array(
    z.object({
      time: z.number().optional(),
      changes: z.array(z.object({ field: z.string(), value: z.unknown() })).default([]),
    }),
  ),
})
export const OrderChange = z.object({ order_id: z.union([z.string(), z.int().transform(String)]) })
