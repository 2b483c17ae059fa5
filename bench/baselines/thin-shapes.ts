/** What Fastify writes each row by; whatever else a row has is left out. */
const listOf = (fields: Record<string, object>) => ({
  response: { 200: { type: 'array', items: { type: 'object', properties: fields } } },
})

const text = { type: 'string' }
const maybe = { type: 'string', nullable: true }
const whole = { type: 'integer' }
const flag = { type: 'boolean' }

export const orderList = listOf({
  id: text,
  orderNumber: text,
  externalOrderId: text,
  customerName: maybe,
  status: text,
  channelId: maybe,
  channelType: maybe,
  channelName: maybe,
  totalAmount: text,
  currency: text,
  placedAt: text,
  isHeld: flag,
  itemCount: whole,
  needsAttention: flag,
  isPartial: flag,
  transit: maybe,
  hasShipped: flag,
  deliveredAt: maybe,
  reviewRequestedAt: maybe,
  hasEmail: flag,
})

export const productList = listOf({
  id: text,
  title: text,
  brand: text,
  category: text,
  description: text,
  isActive: flag,
  skuCount: whole,
  imageUrl: maybe,
})

export const stockList = listOf({
  id: text,
  sku: text,
  asin: maybe,
  fnsku: maybe,
  productId: text,
  productTitle: text,
  title: maybe,
  stockHolder: text,
  lastAmazonSync: maybe,
  missingOnAmazonSince: maybe,
  qtyAvailable: whole,
  qtyReserved: whole,
  qtyInbound: whole,
  status: text,
})
