import type { Order } from '../wire.ts'
import type { AdminOrder, OrderLine, WorkOrder } from './order-wire.ts'

/**
 * The order in the form that Shopify's webhooks have, so that both ways give the same ids, lines and amounts: a website channel that is
 * upgraded keeps its orders. The units to send are those that our work orders still have to ship.
 */
export function toPlatformOrder(order: AdminOrder, ours: readonly WorkOrder[]): Order {
  const remaining = unitsIn(ours)
  const set = (amount: number) => ({ shop_money: { amount } })
  return {
    id: order.legacyResourceId,
    name: order.name,
    created_at: order.processedAt,
    updated_at: order.updatedAt,
    currency: order.currencyCode,
    email: order.email,
    phone: order.phone ?? ours.find(({ destination }) => destination?.phone)?.destination?.phone,
    note: order.note,
    customer: { first_name: order.customer?.firstName, last_name: order.customer?.lastName },
    contact_email: ours.find(({ destination }) => destination?.email)?.destination?.email,
    billing_address: null,
    shipping_address: addressOf(order, ours),
    line_items: order.lineItems.nodes.map((line) => toPlatformLine(line, remaining.get(line.id) ?? 0)),
    shipping_lines: [
      ...order.shippingLines.nodes,
      ...ours.map(({ deliveryMethod }) => ({
        title: deliveryMethod?.presentedName,
        code: deliveryMethod?.serviceCode,
      })),
    ],
    cart_token: order.cartToken,
    checkout_token: order.checkoutToken,
    discount_codes: order.discountCodes.map((code) => ({ code })),
    taxes_included: order.taxesIncluded,
    subtotal_price: order.subtotalPriceSet,
    current_subtotal_price: order.currentSubtotalPriceSet,
    total_discounts: order.totalDiscountsSet,
    current_total_discounts: order.currentTotalDiscountsSet,
    total_shipping_price_set: set(order.totalShippingPriceSet),
    current_shipping_price_set: set(order.currentShippingPriceSet),
    total_tip_received: order.totalTipReceivedSet,
    current_total_duties_set: order.currentTotalDutiesSet === null ? null : set(order.currentTotalDutiesSet),
    current_total_additional_fees_set:
      order.currentTotalAdditionalFeesSet === null ? null : set(order.currentTotalAdditionalFeesSet),
    total_tax: order.totalTaxSet,
    current_total_tax: order.currentTotalTaxSet,
    total_price: order.totalPriceSet,
    current_total_price: order.currentTotalPriceSet,
    refunded: order.totalRefundedSet,
  }
}

/** Units still to ship, by order line. */
function unitsIn(workOrders: readonly WorkOrder[]): Map<string, number> {
  const units = new Map<string, number>()
  for (const { lineItem, remainingQuantity } of workOrders.flatMap(({ lineItems }) => lineItems.nodes)) {
    units.set(lineItem.id, (units.get(lineItem.id) ?? 0) + remainingQuantity)
  }
  return units
}

function toPlatformLine(line: OrderLine, remaining: number): Order['line_items'][number] {
  return {
    id: legacyIdOf(line.id),
    sku: line.sku,
    title: line.title,
    variant_title: line.variantTitle,
    variant_id: line.variant?.legacyResourceId,
    product_id: line.product?.legacyResourceId,
    quantity: line.quantity,
    current_quantity: line.currentQuantity,
    fulfillable_quantity: remaining,
    requires_shipping: line.requiresShipping,
    tip_payment_gateway: null,
    price: line.originalUnitPriceSet,
    discount_allocations: line.discountAllocations.map(({ allocatedAmountSet: amount }) => ({ amount })),
    tax_lines: line.taxLines.map(({ priceSet: price }) => ({ price })),
    properties: line.customAttributes.map(({ key, value }) => ({ name: key, value })),
  }
}

/** `gid://shopify/LineItem/1` is line 1 in webhooks. */
export const legacyIdOf = (gid: string): string => gid.split('/').at(-1)?.split('?')[0] ?? gid

/**
 * Where the parcel goes. The destination of the work order follows later corrections; the order's own address has the code of the province,
 * so it is used where both say the same.
 */
function addressOf({ shippingAddress }: AdminOrder, ours: readonly WorkOrder[]): Order['shipping_address'] {
  const destination = ours.find((workOrder) => workOrder.destination?.address1)?.destination
  const isSame =
    shippingAddress &&
    (!destination || (destination.address1 === shippingAddress.address1 && destination.zip === shippingAddress.zip))
  if (isSame) {
    const { firstName, lastName, provinceCode, countryCodeV2, ...rest } = shippingAddress
    return {
      ...rest,
      first_name: firstName,
      last_name: lastName,
      province_code: provinceCode,
      country_code: countryCodeV2,
    }
  }
  if (!destination) return null
  const { firstName, lastName, countryCode, ...rest } = destination
  return { ...rest, name: null, first_name: firstName, last_name: lastName, country_code: countryCode }
}
