import type { Order, OrderLine, Refund, Shop } from '../state.ts'

export const amount = (cents: number): string => (cents / 100).toFixed(2)

const sum = (cents: readonly number[]): number => cents.reduce((total, one) => total + one, 0)

const taxOf = (order: Order): number => sum(order.lines.map(({ tax }) => tax))

export const totalOf = (order: Order): number =>
  sum(order.lines.map(({ total }) => total)) + taxOf(order) + order.shippingTotal

export const refundedOf = (order: Order): number => sum(order.refunds.map((refund) => refund.amount))

const methodTitles = { card: 'Credit card', bacs: 'Direct bank transfer', cod: 'Cash on delivery' }

/** The order as `GET /orders/{id}` and webhooks show it. Times without a zone are shop time, which is UTC here. */
export function viewOrder(shop: Shop, order: Order) {
  return {
    id: order.id,
    parent_id: 0,
    number: order.number,
    status: order.status,
    currency: shop.currency,
    version: shop.version,
    prices_include_tax: false,
    date_created: order.createdAt,
    date_created_gmt: order.createdAt,
    date_modified: order.modifiedAt,
    date_modified_gmt: order.modifiedAt,
    date_paid: order.paidAt,
    date_paid_gmt: order.paidAt,
    discount_total: amount(sum(order.lines.map(({ subtotal, total }) => subtotal - total))),
    discount_tax: '0.00',
    shipping_total: amount(order.shippingTotal),
    shipping_tax: '0.00',
    cart_tax: amount(taxOf(order)),
    total: amount(totalOf(order)),
    total_tax: amount(taxOf(order)),
    customer_id: 0,
    customer_note: order.customerNote,
    payment_method: order.paymentMethod,
    payment_method_title: methodTitles[order.paymentMethod],
    billing: { ...order.billing, email: order.email },
    shipping: order.shipping,
    needs_processing: true,
    meta_data: [],
    line_items: order.lines.map((line) => viewLine(shop, order, line)),
    tax_lines: [],
    shipping_lines: shippingLines(shop, order),
    fee_lines: [],
    coupon_lines: [],
    refunds: order.refunds.map((refund) => ({
      id: refund.id,
      reason: refund.reason,
      total: amount(-refund.amount),
      total_tax: amount(-sum(refund.lines.map(({ tax }) => tax))),
    })),
  }
}

/** A downloadable gift card needs no shipping, so an order of nothing else has no shipping method. */
function shippingLines(shop: Shop, order: Order) {
  const isVirtual = order.lines.every((line) => findSold(shop, line)?.isVirtual)
  if (isVirtual) return []
  const method = order.isPickup
    ? { method_title: 'Local pickup', method_id: 'local_pickup' }
    : { method_title: 'Standard shipping', method_id: 'flat_rate' }
  return [{ id: order.id * 100, ...method, instance_id: '1', total: amount(order.shippingTotal), total_tax: '0.00' }]
}

const findSold = (shop: Shop, { productId, variationId }: OrderLine) =>
  shop.products.find(({ id }) => id === (variationId || productId))

/** The SKU is that of the product today; a variation without one shows its product's. */
function viewLine(shop: Shop, order: Order, line: OrderLine) {
  const sold = findSold(shop, line)
  const parent = shop.products.find(({ id }) => id === line.productId)
  const reduced = order.hasReducedStock ? [{ key: '_reduced_stock', value: String(line.quantity) }] : []
  return {
    id: line.id,
    name: line.name,
    product_id: line.productId,
    variation_id: line.variationId,
    quantity: line.quantity,
    tax_class: '',
    subtotal: amount(line.subtotal),
    subtotal_tax: amount(line.tax),
    total: amount(line.total),
    total_tax: amount(line.tax),
    taxes: [],
    meta_data: [...line.meta, ...reduced].map(({ key, value }, index) => ({
      id: line.id * 10 + index,
      key,
      value,
      display_key: key,
      display_value: value,
    })),
    sku: sold ? sold.sku || (parent?.sku ?? '') : null,
    global_unique_id: sold?.gtin ?? null,
    price: line.total / 100 / Math.max(line.quantity, 1),
    image: { id: '', src: '' },
    parent_name: line.variationId ? (parent?.name ?? null) : null,
  }
}

/** A refund as `GET /orders/{id}/refunds` shows it: its lines are negative and name the order's. */
export function viewRefund(order: Order, refund: Refund) {
  return {
    id: refund.id,
    date_created_gmt: refund.at,
    amount: amount(refund.amount),
    reason: refund.reason,
    refunded_by: 1,
    refunded_payment: refund.paidByGateway,
    meta_data: [],
    line_items: refund.lines.map(({ lineId, quantity, total, tax }, index) => ({
      id: refund.id * 100 + index,
      name: order.lines.find(({ id }) => id === lineId)?.name ?? '',
      quantity: -quantity,
      subtotal: amount(-total),
      total: amount(-total),
      total_tax: amount(-tax),
      meta_data: [{ id: 1, key: '_refunded_item_id', value: String(lineId) }],
    })),
    shipping_lines: [],
    fee_lines: [],
  }
}
