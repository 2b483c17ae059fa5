import { expect, it } from 'vitest'
import { anIntakeContext, incomingOrder } from './fixtures/known-order.ts'
import { buildIncomingOrderMessage } from './order-notices.ts'
import { toOrderColumns } from './order-rows.ts'

const ana = { id: 'ana', email: null, emailHash: null, firstName: 'Ana', lastName: 'Ruiz', phone: null, isNew: false }
const found = anIntakeContext({ customerOf: new Map([['order-1', ana]]), addressOf: new Map([['order-1', 'home']]) })

it('the columns have customer, address, amounts and speed of the channel', () => {
  const order = incomingOrder({
    notes: 'Ring twice',
    shippingSpeed: 'priority',
    promotionCodes: ['SPRING'],
    discountAmount: '0',
    shippingAmount: '0',
    total: '50.00',
  })
  expect(toOrderColumns(found, 'order-1', 'shop', order)).toEqual({
    customerId: 'ana',
    customerName: 'Ana Ruiz',
    shippingAddressId: 'home',
    channelAddressHash: 'customer_addresses:acme=[null,"1 Main St",null,"Seattle","WA","98101","US"]',
    externalNumber: null,
    subtotal: '46.00',
    discountAmount: '0.00',
    shippingAmount: '0.00',
    taxAmount: '4.00',
    total: '50.00',
    amountOrigins: { tax: 'worked_out' },
    refundedAmount: '0.00',
    currency: 'USD',
    promotionSummary: { codes: ['SPRING'] },
    notes: 'Ring twice',
    shippingSpeed: 'priority',
  })
})

it('the speed defaults to the channel’s, and the note is empty', () => {
  expect(toOrderColumns(found, 'order-1', 'shop', incomingOrder())).toMatchObject({
    shippingSpeed: 'expedited',
    notes: null,
  })
})

it('the customer is empty when none was found', () => {
  expect(toOrderColumns(found, 'order-2', 'shop', incomingOrder())).toMatchObject({
    customerId: null,
    shippingAddressId: null,
  })
})

it('the message has the total and goes to the contact of the channel', () => {
  const order = { orderId: 'order-1', orderNumber: 'LS-10001', channelId: 'shop' }
  expect(buildIncomingOrderMessage(found, order, 'order_placed', incomingOrder())).toEqual({
    type: 'order_placed',
    orderId: 'order-1',
    orderNumber: 'LS-10001',
    channelName: 'My Shop',
    isForOwnerOnly: false,
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
