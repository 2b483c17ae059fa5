import { attentionRemedies } from '#contract/attention-remedies.ts'
import type { Fulfillment, Package, SpeedPreview } from '#contract/fulfillment.ts'
import type { OrderDetail, OrderRow } from '#contract/orders.ts'
import { newId } from './builders.ts'

/** A placed order of a website, not processed yet. */
export function buildOrder(overrides: Partial<OrderRow> = {}): OrderRow {
  return {
    id: newId(),
    orderNumber: 'LS-10012',
    externalOrderId: '1042',
    externalNumber: null,
    customerName: 'Ana Ruiz',
    status: 'placed',
    channelId: newId(),
    channelType: 'website',
    channelName: 'Harbor Shop',
    totalAmount: '42.30',
    currency: 'USD',
    itemCount: 2,
    placedAt: '2026-01-01T00:00:00Z',
    isHeld: false,
    channelHold: null,
    needsAttention: false,
    waitsForStock: false,
    isPartial: false,
    transit: null,
    needsOwnShipping: false,
    hasShipped: false,
    deliveredAt: null,
    reviewRequestedAt: null,
    hasEmail: true,
    tags: [],
    assignee: null,
    isObserving: false,
    ...overrides,
  }
}

/** The same order with one line of two units, none sent. */
export function buildOrderDetail(overrides: Partial<OrderDetail> = {}): OrderDetail {
  const attentions = overrides.attentions ?? []
  return {
    ...buildOrder(),
    subtotal: '38.00',
    discountAmount: '3.80',
    shippingAmount: '5.00',
    taxAmount: '3.10',
    workedOut: [],
    unexplained: null,
    refundedAmount: '0.00',
    promotionCodes: ['FALL10'],
    promotions: [],
    notes: null,
    shippingSpeed: 'standard',
    holdReason: null,
    erasedAt: null,
    partialReason: null,
    fulfillAfter: null,
    customer: {
      id: newId(),
      email: 'ana@example.com',
      firstName: 'Ana',
      lastName: 'Ruiz',
      phone: '+12065550100',
    },
    shippingAddress: {
      recipientName: 'Ana Ruiz',
      line1: '1 Main St',
      line2: null,
      city: 'Seattle',
      state: 'WA',
      postalCode: '98101',
      country: 'US',
    },
    addressProblems: [],
    items: [buildOrderItem()],
    fulfillments: [],
    attention: attentions[0] ?? null,
    needsAttention: attentions.length > 0,
    timeline: [buildOrderEvent()],
    replaces: null,
    replacements: [],
    payloadCount: 1,
    profit: buildOrderProfit(),
    ...overrides,
    attentions,
  }
}

/** An order that is not sent yet. */
export function buildOrderProfit(overrides: Partial<OrderDetail['profit']> = {}): OrderDetail['profit'] {
  return {
    netSales: '39.20',
    refunds: '0.00',
    costOfGoods: '12.00',
    fulfillmentFees: null,
    profit: null,
    lines: 1,
    linesWithoutCost: 0,
    gaps: ['not_sent'],
    ...overrides,
  }
}

type OrderItem = OrderDetail['items'][number]
export function buildOrderItem(overrides: Partial<OrderItem> = {}): OrderItem {
  return {
    id: newId(),
    position: 1,
    sku: 'HP-1001',
    skuId: newId(),
    imageUrl: null,
    ownSku: overrides.skuId === null ? null : (overrides.sku ?? 'HP-1001'),
    externalProductId: null,
    title: 'Harbor Lantern',
    quantity: 2,
    unitPrice: '19.00',
    totalPrice: '38.00',
    properties: [],
    held: 2,
    unsent: 2,
    lacking: 0,
    ...overrides,
  }
}

type OrderEvent = OrderDetail['timeline'][number]
export function buildOrderEvent(overrides: Partial<OrderEvent> = {}): OrderEvent {
  return {
    id: newId(),
    event: 'order.placed',
    description: 'The order came in.',
    reason: null,
    actorType: 'webhook',
    actorName: 'Harbor Shop',
    occurredAt: '2026-01-01T00:00:00Z',
    isOwnNote: false,
    editedAt: null,
    ...overrides,
  }
}

type OrderAttention = OrderDetail['attentions'][number]
export function buildOrderAttention(overrides: Partial<OrderAttention> = {}): OrderAttention {
  return {
    id: newId(),
    code: 'not_enough_stock',
    reason: 'There is 1 unit of HP-1001; the order needs 2.',
    remedy: attentionRemedies.not_enough_stock,
    whoActs: 'you',
    messageId: null,
    waitsForStockSince: null,
    raisedAt: '2026-01-01T00:00:00Z',
    ...overrides,
  }
}

/** A fulfillment that Amazon has accepted and not shipped. */
export function buildFulfillment(overrides: Partial<Fulfillment> = {}): Fulfillment {
  return {
    id: newId(),
    attempt: 1,
    provider: 'amazon_mcf',
    externalFulfillmentId: 'LS-10012-1',
    status: 'planning',
    externalStatus: 'Planning',
    shippingSpeed: 'standard',
    estimatedShipDate: '2026-01-03T20:00:00Z',
    estimatedDeliveryDate: '2026-01-06T20:00:00Z',
    shippingCost: '5.85',
    shippingCostCurrency: 'USD',
    trackingNumbers: [],
    carrier: null,
    createdAt: '2026-01-01T00:10:00Z',
    submittedAt: '2026-01-01T00:10:01Z',
    acceptedAt: '2026-01-01T00:10:02Z',
    cancelRequestedAt: null,
    cancelPurpose: null,
    checkedAt: '2026-01-01T00:12:00Z',
    error: null,
    items: [],
    packages: [],
    ...overrides,
  }
}

/** A package handed to the carrier. */
export function buildPackage(overrides: Partial<Package> = {}): Package {
  return {
    id: newId(),
    packageNumber: '1',
    deliverySource: null,
    carrier: 'UPS',
    trackingNumber: '1Z999AA10123456784',
    trackingUrl: 'https://www.ups.com/track?tracknum=1Z999AA10123456784',
    carrierStatus: 'IN_TRANSIT',
    estimatedArrival: '2026-01-06T20:00:00Z',
    shippedAt: '2026-01-03T18:00:00Z',
    deliveredAt: null,
    reportedAt: '2026-01-03T18:01:00Z',
    items: [],
    events: [],
    ...overrides,
  }
}

export function buildSpeedPreview(overrides: Partial<SpeedPreview> = {}): SpeedPreview {
  return {
    shippingSpeed: 'standard',
    isFulfillable: true,
    fee: { amount: '5.85', currency: 'USD' },
    earliestShipDate: '2026-01-02T20:00:00Z',
    latestShipDate: '2026-01-03T20:00:00Z',
    earliestArrivalDate: '2026-01-05T20:00:00Z',
    latestArrivalDate: '2026-01-07T20:00:00Z',
    problems: [],
    ...overrides,
  }
}
