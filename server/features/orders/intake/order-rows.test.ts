import { expect, it } from 'vitest'
import { anIntakeContext, incomingOrder } from './fixtures/known-order.ts'
import { buildIncomingOrderMessage } from './order-notices.ts'
import { toOrderColumns } from './order-rows.ts'

const ana = { id: 'ana', email: null, emailHash: null, firstName: 'Ana', lastName: 'Ruiz', phone: null, isNew: false }
const found = anIntakeContext({ customerOf: new Map([['order-1', ana]]), addressOf: new Map([['order-1', 'home']]) })

it('has what follows the channel: whose it is, where it goes, what it costs, and how fast it is', () => {
  const order = incomingOrder({
    notes: 'Ring twice',
    shippingSpeed: 'priority',
    promotionCodes: ['SPRING'],
    total: '50.00',
  })
  expect(toOrderColumns(found, 'order-1', 'shop', order)).toEqual({
    customerId: 'ana',
    customerName: 'Ana Ruiz',
    shippingAddressId: 'home',
    channelAddressHash: 'customer_addresses:acme=[null,"1 Main St",null,"Seattle","WA","98101","US"]',
    subtotal: '46.00',
    discountAmount: '0.00',
    shippingAmount: '0.00',
    taxAmount: '4.00',
    total: '50.00',
    currency: 'USD',
    promotionSummary: { codes: ['SPRING'] },
    notes: 'Ring twice',
    shippingSpeed: 'priority',
  })
})

it('is as fast as the channel usually is, and has no note, unless the order says so', () => {
  expect(toOrderColumns(found, 'order-1', 'shop', incomingOrder())).toMatchObject({
    shippingSpeed: 'expedited',
    notes: null,
  })
})

it('is nobody’s where nobody was found for it', () => {
  expect(toOrderColumns(found, 'order-2', 'shop', incomingOrder())).toMatchObject({
    customerId: null,
    shippingAddressId: null,
  })
})

it('tells its customer what it costs, at the address that the channel told', () => {
  const order = { orderId: 'order-1', orderNumber: 'LS-10001', channelId: 'shop' }
  expect(buildIncomingOrderMessage(found, order, 'order_placed', incomingOrder())).toEqual({
    type: 'order_placed',
    orderId: 'order-1',
    orderNumber: 'LS-10001',
    channelName: 'My Shop',
    total: '46.00',
    currency: 'USD',
    customer: { id: 'ana', email: 'ana@example.com', phone: '+12065550100', firstName: 'Ana' },
  })
  expect(
    buildIncomingOrderMessage(found, { ...order, orderId: 'order-2' }, 'order_placed', incomingOrder()),
  ).toMatchObject({
    customer: { id: null, email: 'ana@example.com' },
  })
})
