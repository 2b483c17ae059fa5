import { z } from 'zod'
import { plain } from '#contract/fields.ts'
import { mostOrderLines } from '#contract/intake.ts'

/**
 * An edge of the Graph API: `{"data": […]}`. One with a further page is refused, so that a partial list does not pass
 * for the whole.
 */
const edge = <One extends z.ZodType>(one: One) =>
  z.object({ data: z.array(one), paging: z.object({ next: z.never().optional() }).nullish() })

const text = z
  .string()
  .nullish()
  .transform((given) => plain(given))
const Money = z.object({ amount: z.union([z.string(), z.number().transform(String)]), currency: z.string() })

/** The Graph API writes offsets as `+00:00` or as `+0000`. */
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
 * The fields of a commerce order that we read. They are those of Meta's Order API reference; that `cancellations` and
 * `promotion_details` have the shape of `items` was not tried on the real service.
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
  // An invalid e-mail address must not stop a paid order.
  buyer_details: z.object({ name: text, email: z.email().max(254).nullish().catch(null) }).nullish(),
  promotion_details: edge(z.object({ coupon_code: text, applied_amount: Money.nullish() })).nullish(),
  cancellations: edge(
    z.object({ items: edge(z.object({ retailer_id: z.string(), quantity: z.int() })).nullish() }),
  ).nullish(),
})
export type Order = z.output<typeof Order>

const all = `limit(${mostOrderLines})`

/** Fields to request: by default Meta returns hardly more than the id, and at most 25 items of an edge. */
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

/** The fields that identify an order and its version. */
export const OrderHead = z.looseObject({
  id: z.string(),
  order_status: z.unknown(),
  last_updated: moment,
})

/** Orders are parsed one by one, so that an invalid one does not hide the others. */
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
  /** All failed items; `errors` may lack some of them. */
  ids_of_invalid_requests: z.array(z.string()).catch([]),
})
/** Always a list of one. */
export const BatchStatus = z.object({ data: z.tuple([OneStatus]) })

/**
 * The envelope is the same for all webhooks of Meta. Its documentation names no webhook for commerce orders; the field
 * `commerce_orders` and its `order_id` are our assumption, and the poll imports what they miss.
 */
export const Webhook = z.object({
  object: z.string(),
  entry: z.array(
    z.object({
      /** The commerce account or page that the changes belong to. */
      id: z
        .union([z.string(), z.int().transform(String)])
        .nullish()
        .catch(null),
      time: z.number().optional(),
      changes: z.array(z.object({ field: z.string(), value: z.unknown() })).default([]),
    }),
  ),
})
export const OrderChange = z.object({ order_id: z.union([z.string(), z.int().transform(String)]) })
