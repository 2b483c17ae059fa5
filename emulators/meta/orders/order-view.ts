import type { LineCount, Order, OrderLine } from './order.ts'

/** Meta writes offsets instead of `Z`, and no fractions. */
const moment = (iso: string) => `${iso.slice(0, 19)}+00:00`

/** An order with all its Graph API fields; the caller picks the requested ones. */
export function viewOrder(order: Order): Record<string, unknown> {
  const money = (cents: number) => ({ amount: (cents / 100).toFixed(2), currency: order.currency })
  const items = sum(order.lines, ({ price, quantity }) => price * quantity)
  const tax = sum(order.lines, (line) => line.tax)
  const discount = order.promotion?.amount ?? 0
  return {
    id: order.id,
    order_status: { state: order.state },
    created: moment(order.created),
    last_updated: moment(order.lastUpdated),
    channel: order.channel,
    merchant_order_id: order.merchantOrderId ?? undefined,
    ship_by_date: order.created.slice(0, 10),
    items: edge(order.lines.map((line) => viewLine(line, money))),
    shipping_address: viewAddress(order),
    selected_shipping_option: {
      name: order.shipping.name,
      price: money(order.shipping.price),
      calculated_tax: money(0),
      estimated_shipping_time: { min_days: order.shipping.minDays, max_days: order.shipping.maxDays },
    },
    estimated_payment_details: {
      subtotal: { items: money(items), shipping: money(order.shipping.price) },
      tax: money(tax),
      total_amount: money(items + order.shipping.price + tax - discount),
      tax_remitted: true,
    },
    buyer_details: { ...order.buyer, email_remarketing_option: false },
    promotion_details: edge(
      order.promotion ? [{ coupon_code: order.promotion.code, applied_amount: money(discount) }] : [],
    ),
    shipments: edge(order.shipments.map(({ id, lines }) => ({ id, items: edge(lines.map(viewCount)) }))),
    cancellations: edge(
      order.cancellations.map(({ id, reasonCode, description, lines }) => ({
        id,
        cancel_reason: { reason_code: reasonCode, reason_description: description },
        items: edge(lines.map(viewCount)),
      })),
    ),
    refunds: edge(order.refunds.map(({ id, amount }) => ({ id, refund_amount: { total: money(amount) } }))),
  }
}

type Money = (cents: number) => { amount: string; currency: string }

const viewLine = (line: OrderLine, money: Money) => ({
  id: line.id,
  retailer_id: line.retailerId,
  product_id: line.productId,
  quantity: line.quantity,
  price_per_unit: money(line.price),
  tax_details: { estimated_tax: money(line.tax) },
})

const viewAddress = ({ address: { postalCode, ...rest } }: Order) => ({ ...rest, postal_code: postalCode })

const viewCount = ({ retailerId, quantity }: LineCount) => ({ retailer_id: retailerId, quantity })

const edge = (data: object[]) => ({ data })

const sum = <T>(list: readonly T[], amount: (one: T) => number) => list.reduce((total, one) => total + amount(one), 0)
