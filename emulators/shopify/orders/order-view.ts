import { findVariant, gid, type Shop } from '../state.ts'
import { displayStatus, type Order, type OrderLine, sumsOf, type WorkOrder } from './order.ts'
import { pageOf, type PageArguments } from '../graphql/paging.ts'
import { variantView } from '../inventory/variant-view.ts'

/** Objects as the schema has them; functions are fields with arguments. */
const money = (shop: Shop, cents: number) => ({
  shopMoney: { amount: (cents / 100).toFixed(2), currencyCode: shop.currency },
})

export function orderView(shop: Shop, order: Order): object {
  const address = shop.hidesAddresses ? null : order.address
  return {
    __typename: 'Order',
    id: gid('Order', order.id),
    legacyResourceId: String(order.id),
    name: `#${order.number}`,
    createdAt: order.createdAt,
    processedAt: order.createdAt,
    updatedAt: order.updatedAt,
    cancelledAt: order.cancelledAt,
    test: order.isTest,
    currencyCode: shop.currency,
    taxesIncluded: false,
    displayFinancialStatus: order.financialStatus,
    displayFulfillmentStatus: displayStatus(order),
    requiresShipping: order.lines.some((line) => findVariant(shop, line.variantId)?.requiresShipping),
    paymentGatewayNames: [order.gateway],
    email: shop.hidesAddresses ? null : order.email,
    phone: null,
    note: order.note,
    cartToken: null,
    checkoutToken: null,
    discountCodes: order.discountCode ? [order.discountCode] : [],
    customer: shop.hidesAddresses ? null : { firstName: address?.firstName, lastName: address?.lastName },
    shippingAddress: address && {
      ...address,
      name: `${address.firstName} ${address.lastName}`,
      countryCodeV2: address.countryCode,
    },
    shippingLines: { nodes: [{ title: order.shippingTitle, code: order.shippingTitle }] },
    ...amountsView(shop, order),
    risk: { recommendation: order.risk },
    lineItems: (page: PageArguments) => pageOf(order.lines, page, (line) => lineView(shop, line)),
    fulfillmentOrders: (page: PageArguments) =>
      pageOf(order.workOrders, page, (workOrder) => workOrderView(shop, order, workOrder)),
    fulfillments: ({ first }: { first?: number }) =>
      order.fulfillments.slice(0, first).map(({ id, status, tracking, deliveredAt }) => ({
        id: gid('Fulfillment', id),
        status,
        trackingInfo: tracking.number || tracking.company ? [tracking] : [],
        deliveredAt,
      })),
  }
}

/** `current…` is what the customer still gets, the others are what was ordered. */
function amountsView(shop: Shop, order: Order) {
  const placed = sumsOf(order, 'quantity')
  const sums = sumsOf(order, 'currentQuantity')
  const of = (cents: number) => money(shop, cents)
  return {
    subtotalPriceSet: of(placed.goods - placed.discount),
    currentSubtotalPriceSet: of(sums.goods - sums.discount),
    totalDiscountsSet: of(placed.discount),
    currentTotalDiscountsSet: of(sums.discount),
    totalShippingPriceSet: of(order.shippingCents),
    currentShippingPriceSet: of(order.shippingCents),
    totalTaxSet: of(placed.tax),
    currentTotalTaxSet: of(sums.tax),
    currentTotalDutiesSet: null,
    currentTotalAdditionalFeesSet: null,
    totalTipReceivedSet: of(0),
    totalPriceSet: of(placed.total),
    currentTotalPriceSet: of(sums.total),
    totalRefundedSet: of(order.refundedCents),
  }
}

function lineView(shop: Shop, line: OrderLine): object {
  const variant = findVariant(shop, line.variantId)
  return {
    id: gid('LineItem', line.id),
    sku: variant?.sku ?? null,
    title: variant?.productTitle ?? 'Something',
    variantTitle: !variant || variant.title === 'Default Title' ? null : variant.title,
    quantity: line.quantity,
    currentQuantity: line.currentQuantity,
    requiresShipping: variant?.requiresShipping ?? true,
    isGiftCard: false,
    variant: variant ? variantView(variant) : null,
    product: variant ? { legacyResourceId: String(variant.productId) } : null,
    originalUnitPriceSet: money(shop, line.priceCents),
    discountAllocations: line.discountCents > 0 ? [{ allocatedAmountSet: money(shop, line.discountCents) }] : [],
    taxLines: line.taxCents > 0 ? [{ priceSet: money(shop, line.taxCents) }] : [],
    customAttributes: line.attributes,
  }
}

export function workOrderView(shop: Shop, order: Order, workOrder: WorkOrder): object {
  const { address } = order
  const isOpen = workOrder.status === 'OPEN' || workOrder.status === 'IN_PROGRESS'
  return {
    __typename: 'FulfillmentOrder',
    id: gid('FulfillmentOrder', workOrder.id),
    status: workOrder.status,
    fulfillAt: workOrder.fulfillAt,
    updatedAt: workOrder.updatedAt,
    order: () => orderView(shop, order),
    assignedLocation: { location: { id: gid('Location', workOrder.locationId) } },
    deliveryMethod: { methodType: workOrder.methodType, presentedName: order.shippingTitle, serviceCode: null },
    destination: address && !shop.hidesAddresses ? { ...address, email: order.email } : null,
    fulfillmentHolds: workOrder.holds.map(({ reason, notes }) => ({
      reason,
      reasonNotes: notes,
      displayReason: reason.toLowerCase().replaceAll('_', ' '),
    })),
    supportedActions: isOpen ? [{ action: 'CREATE_FULFILLMENT' }, { action: 'HOLD' }] : [{ action: 'RELEASE_HOLD' }],
    lineItems: (page: PageArguments) =>
      pageOf(workOrder.lines, page, (line) => ({
        id: gid('FulfillmentOrderLineItem', line.id),
        totalQuantity: line.total,
        remainingQuantity: line.remaining,
        lineItem: { id: gid('LineItem', line.lineId) },
      })),
  }
}
