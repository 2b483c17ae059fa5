import { expect, test } from 'vitest'
import { address, fulfillmentPath, line, createFulfillmentFixture } from './fixtures/fulfillment-fixture.ts'

type List = { nextToken?: string; fulfillmentOrders: { sellerFulfillmentOrderId: string }[] }
type Preview = { shippingSpeedCategory: string; isFulfillable: boolean; unfulfillablePreviewItems: object[] }

test('orders whose status changed are listed page by page', async () => {
  const { amazon, create, payload, pass } = await createFulfillmentFixture()
  amazon.state.fulfillment.fate = 'stays-in-planning'
  await create({ sellerFulfillmentOrderId: 'EARLY' })
  pass(7_200)
  const queryStartDate = amazon.clock.now().toISOString()
  amazon.state.fulfillment.fate = 'invalid'
  for (let index = 0; index < 60; index += 1) await create({ sellerFulfillmentOrderId: `ORD-${index}` })
  const first = await payload<List>('/fulfillmentOrders', { queryStartDate })
  expect(first.fulfillmentOrders).toHaveLength(50)
  // A status change between two pages does not move an order to another page.
  pass(60)
  const second = await payload<List>('/fulfillmentOrders', { nextToken: first.nextToken ?? '' })
  expect(second).not.toHaveProperty('nextToken')
  const ids = [...first.fulfillmentOrders, ...second.fulfillmentOrders].map((one) => one.sellerFulfillmentOrderId)
  expect(new Set(ids).size).toBe(60)
  expect(ids).not.toContain('EARLY')
})

test.each([{ queryStartDate: 'last week' }, { nextToken: 'made-up' }])('a list by %o is refused', async (query) => {
  const { call } = await createFulfillmentFixture()
  expect((await call(`${fulfillmentPath}/fulfillmentOrders`, { query })).status).toBe(400)
})

test('a preview has fees and dates for each speed and reserves nothing', async () => {
  const { call, stockOf } = await createFulfillmentFixture()
  const preview = async (items: object[]) => {
    const { body } = await call(`${fulfillmentPath}/fulfillmentOrders/preview`, {
      method: 'POST',
      body: { address, items },
    })
    return (body as { payload: { fulfillmentPreviews: Preview[] } }).payload.fulfillmentPreviews
  }
  const possible = await preview([line('LAMP', 10)])
  expect(possible.map(({ shippingSpeedCategory }) => shippingSpeedCategory)).toEqual([
    'Standard',
    'Expedited',
    'Priority',
  ])
  expect(possible[0]).toMatchObject({
    isFulfillable: true,
    estimatedFees: [{ name: 'FBAPerUnitFulfillmentFee', amount: { currencyCode: 'USD', value: '49.50' } }, {}, {}],
    fulfillmentPreviewShipments: [{ fulfillmentPreviewItems: [{ sellerSku: 'LAMP', quantity: 10 }] }],
  })
  const [impossible] = await preview([line('LAMP', 6, 'a'), line('LAMP', 5, 'b'), line('SOFA', 1)])
  expect(impossible).toMatchObject({
    isFulfillable: false,
    unfulfillablePreviewItems: [
      { sellerFulfillmentOrderItemId: 'b', itemUnfulfillableReasons: ['InsufficientInventory'] },
      { sellerFulfillmentOrderItemId: 'SOFA', itemUnfulfillableReasons: ['ItemNotFound'] },
    ],
  })
  expect(await stockOf()).toEqual({ fulfillable: 10, reserved: 0 })
})

test('delivery dates are offered for quantities in stock', async () => {
  const { call } = await createFulfillmentFixture()
  const offers = async (value: string) => {
    const product = { productIdentifier: { merchantSku: 'LAMP' }, amount: { unitOfMeasure: 'Eaches', value } }
    const terms = {
      origin: { countryCode: 'US' },
      destination: { deliveryAddress: { postalCode: '48084', countryCode: 'US' } },
    }
    const { body } = await call(`${fulfillmentPath}/deliveryOffers`, { method: 'POST', body: { product, terms } })
    return (body as { payload: { deliveryOffers: object[] } }).payload.deliveryOffers
  }
  expect(await offers('10')).toHaveLength(1)
  expect(await offers('11')).toEqual([])
})

test('features and the SKUs that support them are listed', async () => {
  const { payload, call, stock } = await createFulfillmentFixture()
  stock('CHAIR', 0)
  const query = { marketplaceId: 'ATVPDKIKX0DER' }
  expect(await payload('/features', query)).toMatchObject({
    features: expect.arrayContaining([{ featureName: 'BLANK_BOX' }].map((one) => expect.objectContaining(one))),
  })
  expect(await payload('/features/inventory/BLANK_BOX', query)).toMatchObject({
    featureSkus: [{ sellerSku: 'LAMP', skuCount: 10 }],
  })
  expect(await payload('/features/inventory/BLANK_BOX/LAMP', query)).toMatchObject({
    isEligible: true,
    skuInfo: { skuCount: 10 },
  })
  expect(await payload('/features/inventory/BLANK_BOX/CHAIR', query)).toMatchObject({ isEligible: false, skuInfo: {} })
  expect((await call(`${fulfillmentPath}/features/inventory/RIBBON`, { query })).status).toBe(400)
  expect((await call(`${fulfillmentPath}/features`, { query: { marketplaceId: 'ELSEWHERE' } })).status).toBe(400)
})

test('shipped units can be returned one by one and go back into stock', async () => {
  const { create, put, read, pass, stockOf } = await createFulfillmentFixture()
  await create()
  const ask = (id: string, change: object = {}) => ({
    sellerReturnItemId: id,
    sellerFulfillmentOrderItemId: 'CHAIR',
    amazonShipmentId: 'unknown',
    returnReasonCode: 'CR-DEFECTIVE',
    ...change,
  })
  expect((await put('/ORD-1/return', { items: [ask('R-1')] })).status).toBe(400)
  pass(200)
  const amazonShipmentId = (await read()).fulfillmentShipments[0]?.amazonShipmentId ?? ''
  const items = [
    ask('R-1', { amazonShipmentId }),
    ask('R-1', { amazonShipmentId }),
    ask('R-2', { amazonShipmentId }),
    ask('R-3'),
  ]
  expect((await put('/ORD-1/return', { items })).body).toMatchObject({
    payload: {
      returnItems: [{ sellerReturnItemId: 'R-1', status: 'New' }],
      invalidReturnItems: [
        { invalidItemReason: { invalidItemReasonCode: 'DuplicateRequest' } },
        { invalidItemReason: { invalidItemReasonCode: 'NoReturnableQuantity' } },
        { invalidItemReason: { invalidItemReasonCode: 'InvalidValues' } },
      ],
      returnAuthorizations: [{ fulfillmentCenterId: 'PHX7' }],
    },
  })
  expect(await stockOf('CHAIR')).toEqual({ fulfillable: 9, reserved: 0 })
  pass(200)
  expect((await read()).returnItems).toMatchObject([{ status: 'Processed' }])
  expect(await stockOf('CHAIR')).toEqual({ fulfillable: 10, reserved: 0 })
})

test.each([
  ['A1805IZSGTT6HS', 'EUR'],
  ['A2NODRKZP88ZB9', 'SEK'],
])('a preview in the marketplace %s has fees in %s', async (marketplaceId, currencyCode) => {
  const { call } = await createFulfillmentFixture(marketplaceId)
  const body = { address, items: [line('LAMP', 1)], shippingSpeedCategories: ['Standard'] }
  const preview = await call(`${fulfillmentPath}/fulfillmentOrders/preview`, { method: 'POST', body })
  const estimatedFees = [{ amount: { currencyCode } }, { amount: { currencyCode } }, { amount: { currencyCode } }]
  expect(preview.body).toMatchObject({ payload: { fulfillmentPreviews: [{ estimatedFees }] } })
})

test('return reasons are listed', async () => {
  const { payload, call } = await createFulfillmentFixture()
  const { reasonCodeDetails } = await payload<{ reasonCodeDetails: object[] }>('/returnReasonCodes', {
    sellerSku: 'LAMP',
  })
  expect(reasonCodeDetails).toContainEqual({ returnReasonCode: 'CR-DEFECTIVE', description: 'Does not work' })
  expect((await call(`${fulfillmentPath}/returnReasonCodes`)).status).toBe(400)
})

test.each(['12222', 'abc', ''])('the package %o is not found', async (packageNumber) => {
  const { call } = await createFulfillmentFixture()
  expect((await call(`${fulfillmentPath}/tracking`, { query: { packageNumber } })).status).toBe(400)
})
