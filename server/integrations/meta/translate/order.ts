import { plain } from '#contract/fields.ts'
import { asMessage, formatMessage, say } from '#contract/i18n.ts'
import { OrderData, type OrderEventType } from '#contract/intake.ts'
import type { ShippingSpeed } from '#contract/order-status.ts'
import { type FetchedOrder, NotUnderstood } from '#server/ports/channel.ts'
import { Order } from '../wire.ts'

/** Meta's order state decides whether the order is imported, shipped already or not ready yet. */
export function toFetched(order: Order): FetchedOrder {
  const items = withoutCancelled(order)
  const { state } = order.order_status
  if (items.length === 0) return { kind: 'order', event: toOrderEvent(order, 'order.cancelled', order.items.data) }
  switch (state) {
    case 'FB_PROCESSING':
      return ignored(formatMessage(say('Meta is still checking this order. It is imported automatically afterwards.')))
    case 'CREATED':
      return { kind: 'order', event: toOrderEvent(order, 'order.created', items) }
    case 'IN_PROGRESS':
      return { kind: 'order', event: toOrderEvent(order, 'order.updated', items) }
    case 'COMPLETED':
      return { kind: 'shipped', externalOrderId: order.id, eventAt: order.last_updated }
    default:
      throw new NotUnderstood(say('Unknown order status from Meta: "{status}".', { status: state }), {
        externalOrderId: order.id,
      })
  }
}

const ignored = (why: string): FetchedOrder => ({ kind: 'nothing', eventType: null, why })

type Line = Order['items']['data'][number]

function toOrderEvent(order: Order, eventType: OrderEventType, lines: Line[]) {
  const { shipping_address: address, buyer_details: buyer } = order
  const [firstName, ...rest] = (buyer?.name ?? '').split(' ')
  const recipient = address?.name ?? [address?.first_name, address?.last_name].filter(Boolean).join(' ')
  const parsed = OrderData.safeParse({
    externalOrderId: order.id,
    placedAt: order.created.toISOString(),
    customer: { email: buyer?.email, firstName: plain(firstName, 100), lastName: plain(rest.join(' '), 100) },
    shippingAddress: {
      recipientName: plain(recipient, 200),
      line1: address?.street1,
      line2: address?.street2,
      city: address?.city,
      state: address?.state,
      postalCode: address?.postal_code,
      country: address?.country,
    },
    shippingSpeed: toSpeed(order.selected_shipping_option),
    items: lines.map((line) => ({
      externalItemId: line.id,
      externalId: line.retailer_id,
      sku: line.retailer_id,
      quantity: line.quantity,
      unitPrice: line.price_per_unit.amount,
    })),
    ...toAmounts(order),
  })
  if (parsed.success) return { eventType, eventAt: order.last_updated, order: parsed.data }
  const [issue] = parsed.error.issues
  throw new NotUnderstood(
    say('This Meta order can’t be imported: {field} {problem}.', {
      field: String(issue?.path.join('.')),
      problem: asMessage(String(issue?.message)),
    }),
    { externalOrderId: order.id, eventType },
  )
}

/** Cancellations name the product, not the line: units are subtracted from the first line of the product first. */
function withoutCancelled({ items, cancellations }: Order): Line[] {
  const cancelled = new Map<string, number>()
  for (const { retailer_id, quantity } of cancellations?.data.flatMap((one) => one.items?.data ?? []) ?? []) {
    cancelled.set(retailer_id, (cancelled.get(retailer_id) ?? 0) + quantity)
  }
  return items.data.flatMap((line) => {
    const off = Math.min(line.quantity, cancelled.get(line.retailer_id) ?? 0)
    cancelled.set(line.retailer_id, (cancelled.get(line.retailer_id) ?? 0) - off)
    return off < line.quantity ? [{ ...line, quantity: line.quantity - off }] : []
  })
}

/** Parses an order. The error names the order id, so that people can look it up at Meta. */
export function parseOrder(json: unknown): Order {
  const parsed = Order.safeParse(json)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const id = typeof json === 'object' && json !== null && 'id' in json ? String(json.id) : null
  const field = String(issue?.path.join('.'))
  throw new NotUnderstood(say('This Meta order can’t be read: {field}.', { field }), { externalOrderId: id })
}

const cents = (amount: string) => Math.round(Number(amount) * 100)

const money = (amount: number) => (amount / 100).toFixed(2)

/**
 * Amounts of the order. Promotions may already be part of the item prices; they count as a discount only when the total
 * shows that they were subtracted afterwards.
 */
function toAmounts({ estimated_payment_details: paid, promotion_details, items }: Order) {
  const promotions = promotion_details?.data ?? []
  const promotionCodes = promotions.flatMap(({ coupon_code }) => (coupon_code ? [coupon_code] : []))
  if (!paid) return { currency: items.data[0]?.price_per_unit.currency, promotionCodes }
  const [shipping, tax] = [paid.subtotal.shipping?.amount, paid.tax?.amount]
  const charged = cents(paid.subtotal.items.amount) + cents(shipping ?? '0') + cents(tax ?? '0')
  const missing = charged - cents(paid.total_amount.amount)
  const promised = promotions.reduce((sum, { applied_amount }) => sum + cents(applied_amount?.amount ?? '0'), 0)
  const arePromotionsInPrices = promotions.length > 0 && missing === 0
  return {
    currency: paid.total_amount.currency,
    subtotal: paid.subtotal.items.amount,
    shippingAmount: shipping,
    taxAmount: tax,
    discountAmount: money(missing === 0 ? 0 : promised),
    total: paid.total_amount.amount,
    promotionCodes,
    ...(arePromotionsInPrices && { arePromotionsInPrices }),
  }
}

/** Meta's three standard names come first. A shop can also name its options freely; then the days decide. */
export function toSpeed(option: Order['selected_shipping_option']): ShippingSpeed | null {
  const name = option?.name?.toLowerCase() ?? ''
  if (/\brush\b|overnight|next.?day|one.?day|priority/.test(name)) return 'priority'
  if (/expedited|express|two.?day|2.?day/.test(name)) return 'expedited'
  if (/standard|economy/.test(name)) return 'standard'
  const days = option?.estimated_shipping_time?.max_days
  if (days === null || days === undefined) return null
  if (days <= 2) return 'priority'
  return days <= 4 ? 'expedited' : 'standard'
}
