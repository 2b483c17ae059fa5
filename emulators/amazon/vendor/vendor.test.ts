import { expect, test } from 'vitest'
import { control, createCaller, northfield, startForTest } from '../fixtures/amazon-fixture.ts'

const orders = '/vendor/orders/v1'
const shipping = '/vendor/shipping/v1'
const direct = '/vendor/directFulfillment'
const party = (partyId: string) => ({ partyId })
const vendor = { vendorCode: 'NORTH', warehouseIds: ['WH1'] }

const item = (asin: string, quantity: number) => ({
  asin,
  vendorProductIdentifier: `V-${asin}`,
  quantity,
  netCost: '12.50',
  currencyCode: 'USD',
})

async function open() {
  const amazon = await startForTest()
  const tell = (method: string, path: string, body?: object) =>
    control(amazon, method, `/sellers/${northfield}/vendor${path}`, body)
  await tell('PUT', '', vendor)
  const call = createCaller(amazon)
  return {
    amazon,
    call,
    tell,
    place: (number: string, items: object[]) =>
      tell('POST', '/purchase-orders', { number, shipToParty: 'ABE2', items }),
    /** Submits something and returns the transaction before and after it was processed. */
    async submit(path: string, body: object, statusPath = '/vendor/transactions/v1/transactions') {
      const sent = await call(path, { method: 'POST', body })
      expect(sent.status).toBe(202)
      const { transactionId } = (sent.body as { payload: { transactionId: string } }).payload
      const read = async () => {
        const answer = (await call(`${statusPath}/${transactionId}`)).body as { payload?: Outcome } & Outcome
        return (answer.payload ?? answer).transactionStatus
      }
      const before = await read()
      amazon.clock.advance(10_000)
      return { before, after: await read() }
    },
    async list(path: string, query: Record<string, string>) {
      const { body } = await call(`${orders}/${path}`, { query })
      return (body as { payload: Listed }).payload
    },
  }
}

type Outcome = { transactionStatus: { status: string; errors?: object } }
type Listed = {
  pagination?: { nextToken: string }
  orders?: { purchaseOrderNumber: string; purchaseOrderState: string }[]
  ordersStatus?: { purchaseOrderStatus: string; itemStatus: object[] }[]
}

function acknowledge(number: string, codes: Record<string, number>, asin = 'B01') {
  const itemAcknowledgements = Object.entries(codes).map(([acknowledgementCode, amount]) => ({
    acknowledgementCode,
    acknowledgedQuantity: { amount, unitOfMeasure: 'Eaches' },
  }))
  const line = { amazonProductIdentifier: asin, orderedQuantity: { amount: 5 }, netCost: { amount: '12.50' } }
  const acknowledgement = {
    purchaseOrderNumber: number,
    sellingParty: party('NORTH'),
    acknowledgementDate: '2026-08-01T10:00:00Z',
    items: [{ ...line, itemAcknowledgements }],
  }
  return { acknowledgements: [acknowledgement] }
}

function confirm(id: string, number: string, amount: number, type = 'Original') {
  const shippedItem = {
    itemSequenceNumber: '001',
    amazonProductIdentifier: 'B01',
    shippedQuantity: { amount, unitOfMeasure: 'Eaches' },
    itemDetails: { purchaseOrderNumber: number },
  }
  const confirmation = {
    shipmentIdentifier: id,
    shipmentConfirmationType: type,
    shipmentConfirmationDate: '2026-08-01T10:00:00Z',
    sellingParty: party('NORTH'),
    shipFromParty: party('WH1'),
    shipToParty: party('ABE2'),
    shippedItems: [shippedItem],
  }
  return { shipmentConfirmations: [confirmation] }
}

test('a seller that is no vendor is refused', async () => {
  const call = createCaller(await startForTest())
  expect((await call(`${orders}/purchaseOrders`)).status).toBe(403)
})

test('a purchase order goes from placing over acknowledgement and shipment to its end', async () => {
  const { place, submit, call, list } = await open()
  await place('PO000001', [item('B01', 5)])
  const state = async () =>
    ((await call(`${orders}/purchaseOrders/PO000001`)).body as { payload: { purchaseOrderState: string } }).payload
      .purchaseOrderState
  expect(await state()).toBe('New')
  const done = { before: { status: 'Processing' }, after: { status: 'Success' } }
  const acknowledged = await submit(`${orders}/acknowledgements`, acknowledge('PO000001', { Accepted: 4, Rejected: 1 }))
  expect(acknowledged).toMatchObject(done)
  expect(await state()).toBe('Acknowledged')
  expect(await submit(`${shipping}/shipmentConfirmations`, confirm('S-1', 'PO000001', 4))).toMatchObject(done)
  expect(await state()).toBe('Closed')
  expect(await list('purchaseOrdersStatus', { purchaseOrderNumber: 'PO000001' })).toMatchObject({
    ordersStatus: [
      {
        purchaseOrderStatus: 'CLOSED',
        itemStatus: [
          {
            acknowledgementStatus: { confirmationStatus: 'PARTIALLY_ACCEPTED', rejectedQuantity: { amount: 1 } },
            receivingStatus: { receiveStatus: 'PARTIALLY_RECEIVED', receivedQuantity: { amount: 4 } },
          },
        ],
      },
    ],
  })
})

test.each([
  ['an order that does not exist', acknowledge('PO999999', { Accepted: 5 })],
  ['another number than was ordered', acknowledge('PO000001', { Accepted: 4 })],
  ['an item that was not ordered', acknowledge('PO000001', { Accepted: 5 }, 'B99')],
])('an acknowledgement of %s is accepted and reported as failed later', async (_, body) => {
  const { place, submit, list } = await open()
  await place('PO000001', [item('B01', 5)])
  const { after } = await submit(`${orders}/acknowledgements`, body)
  expect(after).toMatchObject({ status: 'Failure', errors: [{ code: 'InvalidInput' }] })
  expect(await list('purchaseOrders', {})).toMatchObject({ orders: [{ purchaseOrderState: 'New' }] })
})

test('an invalid submission is refused at once', async () => {
  const { call } = await open()
  const post = (path: string, body: object) => call(path, { method: 'POST', body })
  const [acknowledgement] = acknowledge('PO000001', { Accepted: 5 }).acknowledgements
  const nobody = { acknowledgements: [{ ...acknowledgement, sellingParty: {} }] }
  expect((await post(`${orders}/acknowledgements`, nobody)).status).toBe(400)
  expect((await post(`${orders}/acknowledgements`, acknowledge('PO000001', { Maybe: 5 }))).status).toBe(400)
  expect((await post(`${shipping}/shipmentConfirmations`, confirm('S', 'PO000001', 1, 'Copy'))).status).toBe(400)
  expect((await post(`${shipping}/shipments`, { shipments: [] })).status).toBe(400)
  expect((await post(`${direct}/inventory/v1/warehouses/WH1/items`, {})).status).toBe(400)
})

test('purchase orders are listed by time and state, page by page', async () => {
  const { place, tell, amazon, list, call } = await open()
  for (const number of ['PO000001', 'PO000002', 'PO000003']) {
    await place(number, [item('B01', 5)])
    amazon.clock.advance(60_000)
  }
  await tell('PATCH', '/purchase-orders/PO000002', { itemSequenceNumber: '1', quantity: 0 })
  const numbers = async (query: Record<string, string>) =>
    (await list('purchaseOrders', query)).orders?.map(({ purchaseOrderNumber }) => purchaseOrderNumber)
  expect(await numbers({ sortOrder: 'DESC' })).toEqual(['PO000003', 'PO000002', 'PO000001'])
  expect(await numbers({ isPOChanged: 'true' })).toEqual(['PO000002'])
  expect(await numbers({ poItemState: 'Cancelled' })).toEqual(['PO000002'])
  expect(await numbers({ purchaseOrderState: 'Closed' })).toEqual([])
  expect(await numbers({ orderingVendorCode: 'SOUTH' })).toEqual([])
  const first = await list('purchaseOrders', { limit: '2', includeDetails: 'false' })
  expect(first.orders).toEqual([
    { purchaseOrderNumber: 'PO000001', purchaseOrderState: 'New' },
    { purchaseOrderNumber: 'PO000002', purchaseOrderState: 'New' },
  ])
  expect(await numbers({ limit: '2', nextToken: first.pagination?.nextToken ?? '' })).toEqual(['PO000003'])

  for (const query of [
    { limit: '101' },
    { createdAfter: '2026-08-0114:00' },
    { createdAfter: '2026-08-01T00:00:00Z', createdBefore: '2026-08-09T00:00:00Z' },
    { purchaseOrderState: 'Lost' },
  ]) {
    expect((await call(`${orders}/purchaseOrders`, { query })).status).toBe(400)
  }
  expect((await call(`${orders}/purchaseOrders/PO999999`)).status).toBe(404)
  expect((await call(`${orders}/purchaseOrders/null`)).status).toBe(400)
})

test('a shipment is confirmed once, unless the confirmation replaces another', async () => {
  const { place, submit, tell } = await open()
  await place('PO000001', [item('B01', 9)])
  const path = `${shipping}/shipmentConfirmations`
  expect((await submit(path, confirm('S-1', 'PO000001', 4, 'Replace'))).after.status).toBe('Failure')
  expect((await submit(path, confirm('S-1', 'PO000001', 4))).after.status).toBe('Success')
  expect((await submit(path, confirm('S-1', 'PO000001', 4))).after.status).toBe('Failure')
  expect((await submit(path, confirm('S-1', 'PO000001', 4, 'Replace'))).after.status).toBe('Success')
  const { body } = await tell('GET', '')
  expect(body).toMatchObject({ purchaseOrders: { PO000001: { state: 'New', items: [{ received: { amount: 4 } }] } } })
})

test('a shipment can be booked, labelled as a small parcel, and cancelled', async () => {
  const { submit, call, amazon } = await open()
  const book = (id: string, shipMode: string, transactionType = 'New') => ({
    shipments: [
      {
        vendorShipmentIdentifier: id,
        transactionType,
        transactionDate: '2026-08-01T10:00:00Z',
        sellingParty: party('NORTH'),
        shipFromParty: party('WH1'),
        shipToParty: party('ABE2'),
        transportationDetails: { shipMode },
      },
    ],
  })
  const path = `${shipping}/shipments`
  await submit(path, book('VS-1', 'SmallParcel'))
  await submit(path, book('VS-2', 'TruckLoad'))
  expect((await submit(path, book('VS-1', 'SmallParcel'))).after.status).toBe('Failure')
  amazon.clock.advance(120_000)
  expect((await call(path, { query: { vendorShipmentIdentifier: 'VS-1' } })).body).toMatchObject({
    payload: { shipments: [{ vendorShipmentIdentifier: 'VS-1', currentShipmentStatus: 'Shipped' }] },
  })
  expect((await call(path, { query: { currentShipmentStatus: 'Created' } })).body).toEqual({
    payload: { shipments: [] },
  })
  const { body } = await call(`${shipping}/transportLabels`)
  expect(body).toMatchObject({
    payload: {
      transportLabels: [{ shipmentInformation: { vendorDetails: { vendorShipmentIdentifier: 'VS-1' } } }],
    },
  })
  await submit(path, book('VS-1', 'SmallParcel', 'Cancel'))
  expect((await call(`${shipping}/transportLabels`)).body).toEqual({ payload: { transportLabels: [] } })
})

test('a full update of a warehouse sets unlisted items to zero', async () => {
  const { submit, tell, call } = await open()
  const path = `${direct}/inventory/v1/warehouses/WH1/items`
  const status = `${direct}/transactions/2021-12-28/transactions`
  const update = (isFullUpdate: boolean, amounts: Record<string, number>, partyId = 'NORTH') => ({
    inventory: {
      sellingParty: party(partyId),
      isFullUpdate,
      items: Object.entries(amounts).map(([vendorProductIdentifier, amount]) => ({
        vendorProductIdentifier,
        availableQuantity: { amount, unitOfMeasure: 'Each' },
      })),
    },
  })
  const amounts = async () => {
    const { WH1 } = (await tell('GET', '')).body['warehouses'] as Record<string, Record<string, { amount: number }>>
    return Object.fromEntries(Object.entries(WH1 ?? {}).map(([id, { amount }]) => [id, amount]))
  }
  expect((await submit(path, update(true, { A: 3, B: 4 }), status)).after.status).toBe('Success')
  await submit(path, update(false, { B: 5 }), status)
  expect(await amounts()).toEqual({ A: 3, B: 5 })
  await submit(path, update(true, { B: 6 }), status)
  expect(await amounts()).toEqual({ A: 0, B: 6 })
  const { after } = await submit(path, update(true, {}, 'SOUTH'), status)
  expect(after).toMatchObject({ status: 'Failure', errors: { errors: [{ code: 'InvalidInput' }] } })
  expect(await amounts()).toEqual({ A: 0, B: 6 })
  const elsewhere = `${direct}/inventory/v1/warehouses/WH9/items`
  expect((await call(elsewhere, { method: 'POST', body: update(true, {}) })).status).toBe(400)
})
