/** Response schema by which Fastify serializes each row; other fields are left out. */
const listOf = (fields: Record<string, object>) => ({
  response: { 200: { type: 'array', items: { type: 'object', properties: fields } } },
})

const text = { type: 'string' }
const nullableText = { type: 'string', nullable: true }
const integer = { type: 'integer' }
const flag = { type: 'boolean' }

export const orderList = listOf({
  id: text,
  orderNumber: text,
  externalOrderId: text,
  customerName: nullableText,
  status: text,
  channelId: nullableText,
  channelType: nullableText,
  channelName: nullableText,
  totalAmount: text,
  currency: text,
  placedAt: text,
  isHeld: flag,
  itemCount: integer,
  needsAttention: flag,
  isPartial: flag,
  transit: nullableText,
  hasShipped: flag,
  deliveredAt: nullableText,
  reviewRequestedAt: nullableText,
  hasEmail: flag,
})

export const productList = listOf({
  id: text,
  title: text,
  brand: text,
  category: text,
  description: text,
  isActive: flag,
  skuCount: integer,
  imageUrl: nullableText,
})

export const stockList = listOf({
  id: text,
  sku: text,
  asin: nullableText,
  fnsku: nullableText,
  productId: text,
  productTitle: text,
  title: nullableText,
  stockHolder: text,
  lastAmazonSync: nullableText,
  missingOnAmazonSince: nullableText,
  qtyCounted: integer,
  qtyAvailable: integer,
  qtyReserved: integer,
  qtyInbound: integer,
  status: text,
})
