import { expect, test } from 'vitest'
import { address, buildOrder, line, createFulfillmentFixture } from './fixtures/fulfillment-fixture.ts'

const japan = 'A1VC38T7YXB528'
const india = 'A21TJRUUN4KGV'
const yen = { currencyCode: 'JPY', value: '100' }
const tokyo = { ...address, city: undefined, countryCode: 'JP' }
const hour = { startDate: '2026-08-03T01:00:00Z', endDate: '2026-08-03T02:00:00Z' }
const long = (length: number) => 'x'.repeat(length)
const lines = (count: number) => Array.from({ length: count }, (_, index) => line('LAMP', 1, `item-${index}`))

const refused: [string, object, string][] = [
  ['no id', { sellerFulfillmentOrderId: undefined }, 'must contain the parameter SellerFulfillmentOrderId'],
  ['a long id', { sellerFulfillmentOrderId: long(41) }, 'for parameter SellerFulfillmentOrderId is invalid'],
  ['a long number for the packing slip', { displayableOrderId: long(41) }, 'DisplayableOrderId'],
  ['a number beyond ISO 8859-1', { displayableOrderId: 'Заказ' }, 'ISO 8859-1'],
  ['two spaces in a row', { displayableOrderId: 'A  1' }, 'Two spaces'],
  ['a date that is none', { displayableOrderDate: 'yesterday' }, 'timestamp must follow ISO8601'],
  ['no comment', { displayableOrderComment: '' }, 'must contain the parameter DisplayableOrderComment'],
  ['a long comment', { displayableOrderComment: long(751) }, 'DisplayableOrderComment'],
  ['an unknown speed', { shippingSpeedCategory: 'Snail' }, 'Value Snail for parameter ShippingSpeedCategory'],
  ['a delivery by appointment outside Japan', { shippingSpeedCategory: 'ScheduledDelivery' }, 'Japan only'],
  ['an unknown action', { fulfillmentAction: 'Wait' }, 'FulfillmentAction'],
  ['an unknown policy', { fulfillmentPolicy: 'FillSome' }, 'FulfillmentPolicy'],
  ['no address', { destinationAddress: undefined }, 'must contain the parameter DestinationAddress.'],
  ['no name', { destinationAddress: { ...address, name: '' } }, 'DestinationAddress.Name'],
  ['no street', { destinationAddress: { ...address, addressLine1: undefined } }, 'DestinationAddress.AddressLine1'],
  ['no postal code', { destinationAddress: { ...address, postalCode: undefined } }, 'DestinationAddress.PostalCode'],
  ['no country', { destinationAddress: { ...address, countryCode: undefined } }, 'DestinationAddress.CountryCode'],
  ['a country in words', { destinationAddress: { ...address, countryCode: 'USA' } }, 'DestinationAddress.CountryCode'],
  ['no city', { destinationAddress: { ...address, city: undefined } }, 'DestinationAddress.City'],
  ['a city in Japan', { destinationAddress: { ...address, countryCode: 'JP' } }, 'DestinationAddress.City'],
  ['a long email', { notificationEmails: [`${long(60)}@b.de`] }, 'NotificationEmails.0'],
  ['an unknown feature', { featureConstraints: [{ featureName: 'RIBBON' }] }, 'FeatureConstraints.0.FeatureName'],
  ['delivery preferences', { deliveryPreferences: { deliveryInstructions: 'Ring twice' } }, 'Japan marketplace only'],
  ['cash on delivery', { codSettings: { isCodRequired: true } }, 'Cash on delivery'],
  ['no items', { items: [] }, 'Items'],
  ['101 lines', { items: lines(101) }, 'Items'],
  ['251 units', { items: [line('LAMP', 200, 'a'), line('LAMP', 51, 'b')] }, '250 units'],
  ['two lines of one name', { items: [line('LAMP', 1, 'a'), line('CHAIR', 1, 'a')] }, 'must be unique'],
  ['no units', { items: [line('LAMP', 0)] }, 'Items.0.Quantity'],
  ['half a unit', { items: [line('LAMP', 0.5)] }, 'Items.0.Quantity'],
  ['a long SKU', { items: [line(long(51), 1, 'a')] }, 'Items.0.SellerSku'],
  ['a long item id', { items: [line('LAMP', 1, long(51))] }, 'Items.0.SellerFulfillmentOrderItemId'],
  ['a long gift message', { items: [{ ...line('LAMP', 1), giftMessage: long(513) }] }, 'Items.0.GiftMessage'],
  ['a long line comment', { items: [{ ...line('LAMP', 1), displayableComment: long(251) }] }, 'DisplayableComment'],
  ['a SKU that no warehouse knows', { items: [line('SOFA', 1)] }, 'No inventory available for Items.SellerSKU: SOFA.'],
  ['a marketplace of somebody else', { marketplaceId: japan }, 'must contain a valid marketplace'],
]

test('an invalid order is refused with Amazon’s message', async () => {
  const { call, seller, create } = await createFulfillmentFixture()
  for (const [name, change, message] of refused) {
    const { status, body } = await create(change)
    expect({ name, status, body }).toMatchObject({
      name,
      status: 400,
      body: { errors: [{ code: 'InvalidInput', message: expect.stringContaining(message) }] },
    })
  }
  expect(await call('/fba/outbound/2020-07-01/fulfillmentOrders', { method: 'POST' })).toMatchObject({ status: 400 })
  expect(seller.fulfillment.orders).toEqual({})
})

test('a second order under the same id is refused, however the first ended', async () => {
  const { create, put, pass } = await createFulfillmentFixture()
  await create()
  const again = { errors: [{ message: 'A create request already exists for MerchantFulfillmentOrderId : ORD-1' }] }
  expect(await create()).toMatchObject({ status: 400, body: again })
  await put('/ORD-1/cancel')
  pass(60)
  expect(await create()).toMatchObject({ status: 400, body: again })
})

test('an order at the limits is accepted', async () => {
  const { create } = await createFulfillmentFixture()
  const order = {
    sellerFulfillmentOrderId: long(40),
    displayableOrderId: 'Größe 40 – no'.replace('–', '-'),
    displayableOrderComment: long(750),
    items: lines(100),
  }
  expect((await create(order)).status).toBe(200)
})

test.each([
  ['a window', { deliveryWindow: undefined }, 'DeliveryWindow'],
  ['no hold', { fulfillmentAction: 'Hold' }, 'FulfillmentAction'],
])('scheduled delivery in Japan requires %s', async (_, change, message) => {
  const { create } = await createFulfillmentFixture(japan)
  const order = { shippingSpeedCategory: 'ScheduledDelivery', destinationAddress: tokyo, deliveryWindow: hour }
  const preferences = { deliveryInstructions: 'Ring twice', dropOffLocation: { type: 'FRONT_DOOR' } }
  expect(await create({ ...order, ...change })).toMatchObject({
    status: 400,
    body: { errors: [{ message: expect.stringContaining(message) }] },
  })
  expect((await create({ ...order, deliveryPreferences: preferences })).status).toBe(200)
})

test('India requires the payment and the declared value of each item', async () => {
  const { create } = await createFulfillmentFixture(india)
  const paymentInformation = [{ paymentTransactionId: 'T-1', paymentMode: 'UPI', paymentDate: '2026-08-01T10:00:00Z' }]
  const { items } = buildOrder()
  expect(await create({ paymentInformation })).toMatchObject({ status: 400 })
  const valued = items.map((item) => ({ ...item, perUnitDeclaredValue: yen }))
  expect(await create({ items: valued })).toMatchObject({ status: 400 })
  expect((await create({ items: valued, paymentInformation })).status).toBe(200)
})
