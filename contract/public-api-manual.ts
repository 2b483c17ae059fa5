import type { Manual } from './endpoint.ts'

/** A sample order as a website sends it. */
export const sampleOrder = {
  externalOrderId: '1042',
  externalNumber: 'W-1042',
  placedAt: '2026-09-20T10:14:58Z',
  currency: 'USD',
  customer: { email: 'a@example.com', firstName: 'Ana', lastName: 'Ruiz', phone: '+12065550100' },
  shippingAddress: {
    line1: '1 Main St',
    line2: null,
    city: 'Seattle',
    state: 'WA',
    postalCode: '98101',
    country: 'US',
  },
  shippingSpeed: 'standard',
  items: [{ sku: 'TEE-L', title: 'Tee, large', quantity: 2, unitPrice: '19.00' }],
  promotionCodes: ['FALL10'],
  subtotal: '38.00',
  discountAmount: '3.80',
  shippingAmount: '5.00',
  taxAmount: '3.10',
  total: '42.30',
}

/** The same order as a webhook. */
export const sampleOrderEvent = { type: 'order.created', timestamp: '2026-09-20T10:15:00Z', data: sampleOrder }

const orderId = '0199a1b2-4c3d-7e5f-8a6b-1c2d3e4f5a6b'

const reply = {
  id: orderId,
  orderNumber: 'LS-10001',
  externalOrderId: '1042',
  externalNumber: 'W-1042',
  status: 'placed',
  currency: 'USD',
  total: '42.30',
  refundedAmount: '0.00',
  hold: null,
  placedAt: '2026-09-20T10:14:58.000Z',
  items: [{ sku: 'TEE-L', quantity: 2, unitPrice: '19.00', isKnown: true }],
  attention: null,
  packages: [],
}

const shipped = {
  ...reply,
  status: 'shipped',
  packages: [
    {
      carrier: 'UPS',
      trackingNumber: '1Z999AA10123456784',
      trackingUrl: 'https://www.ups.com/track?tracknum=1Z999AA10123456784',
    },
  ],
}

const refusals = (scope: string) => ({
  401: 'No key, or one that is no longer good, or whose channel or company is switched off.',
  403: `The key does not open ${scope}, or is of another channel.`,
  422: 'A field is missing, malformed or not known; `errors` names each.',
  429: 'Too many calls with this key: wait as many seconds as Retry-After says.',
  503: 'We can’t answer just now: send it again in as many seconds as Retry-After says.',
})

const noSuchChannel = 'This channel doesn’t exist.'

/** The documentation of the endpoints for programs of sellers. */
export const publicManual = {
  createOrder: {
    body: sampleOrder,
    reply: { ...reply, isNew: true },
    answers: {
      201: 'The order was imported. Totals that don’t add up, unknown SKUs and missing stock are listed in `attention`.',
      200: 'The order was there already (`isNew: false`), and stays as it was.',
      ...refusals('orders.write'),
      404: noSuchChannel,
      409: 'The channel is switched off, or set to take no orders in.',
      413: 'The body has more than 1 MiB.',
    },
  },
  order: {
    url: `/api/v1/orders/${orderId}`,
    reply: shipped,
    answers: {
      200: 'The order.',
      ...refusals('orders.read'),
      404: 'This order doesn’t exist, or it is another channel’s.',
    },
  },
  orders: {
    url: '/api/v1/orders?externalOrderId=1042',
    reply: [shipped],
    answers: {
      200: 'A page of orders; the Link header with rel="next" leads to the next, X-Total-Count says how many there are.',
      ...refusals('orders.read'),
      404: noSuchChannel,
    },
  },
  ship: {
    url: '/api/v1/orders/LS-10001/shipments',
    body: {
      carrier: 'UPS',
      trackingNumber: '1Z999AA10123456784',
      shippedAt: '2026-09-21T15:30:00Z',
      items: [{ sku: 'TEE-L', quantity: 2 }],
    },
    reply: { ...shipped, isNew: true },
    answers: {
      201: 'The package is recorded. Its units leave your stock, and the channel and the customer are notified. Without `items` it contains all remaining units; without `shippedAt` it ships now.',
      200: 'The order already has a package with this tracking number (`isNew: false`); nothing was changed.',
      ...refusals('orders.write'),
      404: 'This order doesn’t exist, or it is another channel’s.',
      409: 'The order can’t be shipped now: it is canceled, on hold or at Amazon, or fewer units are left.',
    },
  },
  inventory: {
    url: '/api/v1/inventory?sku=TEE-L',
    reply: [{ sku: 'TEE-L', sellable: 17 }],
    answers: {
      200: 'A page of SKUs; the Link header with rel="next" leads to the next. With a channel’s key, what that channel may sell.',
      ...refusals('inventory.read'),
    },
  },
  quote: {
    body: {
      currency: 'USD',
      items: [{ sku: 'TEE-L', quantity: 2, unitPrice: '19.00' }],
      promotionCodes: ['FALL10', 'SPRING5'],
      cartReference: 'cart-7f3a',
      reserveMinutes: 15,
    },
    reply: {
      currency: 'USD',
      subtotal: '38.00',
      discount: '3.80',
      total: '34.20',
      items: [{ sku: 'TEE-L', quantity: 2, unitPrice: '19.00', subtotal: '38.00', discount: '3.80', total: '34.20' }],
      promotions: [
        { code: 'FALL10', title: 'Fall sale', outcome: 'applied', discount: '3.80', reason: '$3.80 off.' },
        {
          code: 'SPRING5',
          title: 'Spring is here',
          outcome: 'expired',
          discount: '0.00',
          reason: 'Ended on Jun 21, 2026, 12:00 AM PDT.',
        },
      ],
      unknownCodes: [],
      reservedUntil: '2026-09-20T10:29:58.000Z',
    },
    answers: {
      200: 'The cart, priced. `reservedUntil` says until when limited codes are kept for it: send its `cartReference` with the order. A WooCommerce order has it in its meta data, as `lockstep_cart`; for a Shopify order it is the cart’s token.',
      ...refusals('promotions.quote'),
      404: noSuchChannel,
      409: 'The channel is switched off.',
    },
  },
} satisfies Record<string, Manual>
