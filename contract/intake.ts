import { z } from 'zod'
import { line, optionalText } from './fields.ts'
import { channelHolds } from './channel-values.ts'
import { shippingSpeeds } from './order-status.ts'

/** Orders with more lines are mistakes or attacks. */
export const mostOrderLines = 500
export const mostCodes = 20

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

export const currencyCode = z
  .string()
  .toUpperCase()
  .refine((code) => currencies.has(code), 'must be a currency such as USD')

/** An amount as websites send it: a decimal string or a number, with at most two decimals. */
const Amount = z
  .union([z.string().trim(), z.number().transform(String)], 'must be an amount such as "19.00"')
  .pipe(z.string().regex(/^\d{1,10}(?:\.\d+)?$/, 'must be an amount such as "19.00", and not negative'))
  .transform((text) => roundedToCents(text))

function roundedToCents(text: string): string {
  const [whole = '0', digits = ''] = text.split('.')
  const cents =
    BigInt(whole) * 100n + BigInt(digits.slice(0, 2).padEnd(2, '0')) + (Number(digits[2] ?? 0) >= 5 ? 1n : 0n)
  return `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`
}

const Customer = z.object({
  email: z.email('must be an email address').max(254).nullish(),
  firstName: optionalText('First name', 100).optional(),
  lastName: optionalText('Last name', 100).optional(),
  phone: optionalText('Phone', 40).optional(),
})

const Address = z.object({
  recipientName: optionalText('Recipient', 200).optional(),
  line1: line('line1', 200),
  line2: optionalText('line2', 200).optional(),
  city: line('city', 100),
  state: optionalText('State', 100).optional(),
  /** Some countries have none; an order to any other country waits until it is added. */
  postalCode: optionalText('postalCode', 20).optional(),
  country: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{2}$/, 'must be two letters such as US'),
})

export const lineQuantity = z
  .int('must be a whole number')
  .min(1, 'must be at least 1')
  .max(100_000, 'must be at most 100000')

export const lineUnitPrice = Amount.refine((amount) => Number(amount) <= 99_999_999.99, 'must be at most 99999999.99')

const Item = z.object({
  /** The channel's id of the line, by which later updates match it. */
  externalItemId: optionalText('externalItemId', 200).optional(),
  /** The channel's id of the product, matched with listings before `sku`. */
  externalId: optionalText('externalId', 200).optional(),
  sku: line('sku', 100),
  title: optionalText('title', 500).optional(),
  quantity: lineQuantity,
  unitPrice: lineUnitPrice,
  /** The line's own total before discounts, where cents can't be shared by its units. */
  lineTotal: Amount.nullish(),
  /** What the customer chose or had written on it, such as an engraving. */
  properties: z
    .array(z.object({ name: line('name', 100), value: line('value', 500) }))
    .max(30)
    .nullish(),
})

export const linesOf = <Line extends z.ZodType>(item: Line) =>
  z.array(item).min(1, 'must have at least one item').max(mostOrderLines, `must have at most ${mostOrderLines} items`)

/**
 * An order from a channel, in the format of our own webhook. One omitted amount is worked out from the others; of several, none is made up.
 */
const order = {
  externalOrderId: z.union([z.string(), z.int().transform(String)]).pipe(line('externalOrderId', 100)),
  /** The number by which the shop and its customer know the order, where it differs from its id. */
  externalNumber: optionalText('externalNumber', 100).optional(),
  placedAt: z.iso.datetime({ offset: true, error: 'must be a moment such as 2026-09-20T10:14:58Z' }).nullish(),
  currency: currencyCode.default('USD'),
  customer: Customer.nullish(),
  shippingAddress: Address,
  shippingSpeed: z.enum(shippingSpeeds).nullish(),
  items: linesOf(Item),
  promotionCodes: z.array(line('Promotion code', 100)).max(mostCodes).nullish(),
  /** The cart of a quote: its reserved promotion uses become the order's. */
  cartReference: optionalText('cartReference', 100).optional(),
  subtotal: Amount.nullish(),
  discountAmount: Amount.nullish(),
  shippingAmount: Amount.nullish(),
  taxAmount: Amount.nullish(),
  total: Amount.nullish(),
  /** What was paid back so far; `items` no longer has the units that it was paid back for. */
  refundedAmount: Amount.nullish(),
  /** The shop keeps the order back: it is not sent until an update comes without this. */
  hold: z.object({ code: z.enum(channelHolds).default('on_hold'), reason: line('reason', 300) }).nullish(),
  notes: optionalText('notes', 2_000).optional(),
}

/** For webhooks: unknown fields are ignored. */
export const OrderData = z.object({
  ...order,
  /** Unit prices already include the promotions, so `discountAmount` does not cover them. */
  arePromotionsInPrices: z.boolean().optional(),
})
export type OrderData = z.output<typeof OrderData>

/** For the API: unknown fields are rejected, so that the sender notices typos. */
export const OrderBody = z.strictObject({
  ...order,
  customer: Customer.strict().nullish(),
  shippingAddress: Address.strict(),
  items: linesOf(Item.strict()),
})

export const orderEventTypes = ['order.created', 'order.updated', 'order.cancelled'] as const
export type OrderEventType = (typeof orderEventTypes)[number]
