import { afterEach, beforeEach, expect, it } from 'vitest'
import { startAmazon, type RunningAmazon } from '#emulators/amazon/start-amazon.ts'
import { marketplaceId } from '../fixtures/seller-account.ts'
import { application } from '../fixtures/test-settings.ts'
import { createClientFixture, type ClientFixture } from './fixtures/client-fixture.ts'
import { createProductReviewAndSellerFeedbackSolicitation, getSolicitationActionsForOrder } from './solicitations.ts'
import { submitInventoryUpdate } from './vendor-inventory.ts'
import { getPurchaseOrdersStatus } from './vendor-order-status.ts'
import { getPurchaseOrder, getPurchaseOrders, submitAcknowledgement } from './vendor-orders.ts'
import { submitShipmentConfirmations } from './vendor-shipment-confirmations.ts'
import { getShipmentDetails, getShipmentLabels, submitShipments } from './vendor-shipments.ts'
import { getTransaction, getTransactionStatus } from './vendor-transactions.ts'

let amazon: RunningAmazon
let talk: ClientFixture

/** Longer than the processing of any vendor submission. */
const later = 100
const purchaseOrderNumber = 'HALDPO01'
const sellingParty = { partyId: 'HALDN' }
const parties = { sellingParty, shipFromParty: { partyId: 'HALD1' }, shipToParty: { partyId: 'ABE2' } }

beforeEach(async () => {
  amazon = await startAmazon({ client: application, limits: 'amazon', speed: 0 })
  talk = await createClientFixture(amazon)
  await talk.controlSeller('PUT', 'vendor', { vendorCode: 'HALDN', warehouseIds: ['HALD1'] })
  await talk.controlSeller('POST', 'vendor/purchase-orders', {
    number: purchaseOrderNumber,
    shipToParty: 'ABE2',
    items: [
      { asin: 'B0LAMP0001', vendorProductIdentifier: 'HAL-1', quantity: 10, netCost: '9.10', currencyCode: 'USD' },
    ],
  })
})
afterEach(() => amazon.stop())

const now = () => amazon.clock.now().toISOString()
const ten = { amount: 10, unitOfMeasure: 'Eaches' as const }

async function outcome({ payload }: { payload: { transactionId: string | null } }) {
  talk.pass(later)
  const transactionId = payload.transactionId ?? ''
  return (await talk.call(getTransaction, { transactionId })).payload.transactionStatus
}

it('a vendor acknowledges a purchase order', async () => {
  const { payload: listed } = await talk.call(getPurchaseOrders, { purchaseOrderState: 'New', limit: 100 })
  expect(listed.orders.map((order) => order.purchaseOrderNumber)).toEqual([purchaseOrderNumber])
  const taken = await talk.call(submitAcknowledgement, {
    body: {
      acknowledgements: [
        {
          purchaseOrderNumber,
          sellingParty,
          acknowledgementDate: now(),
          items: [
            {
              itemSequenceNumber: '1',
              orderedQuantity: ten,
              netCost: { currencyCode: 'USD', amount: '9.10' },
              itemAcknowledgements: [{ acknowledgementCode: 'Accepted', acknowledgedQuantity: ten }],
            },
          ],
        },
      ],
    },
  })
  expect(await outcome(taken)).toMatchObject({ status: 'Success', errors: [] })
  const { payload: order } = await talk.call(getPurchaseOrder, { purchaseOrderNumber })
  expect(order.purchaseOrderState).toBe('Acknowledged')
  const { payload: status } = await talk.call(getPurchaseOrdersStatus, { purchaseOrderNumber })
  expect(status.ordersStatus[0]?.itemStatus[0]?.acknowledgementStatus?.confirmationStatus).toBe('ACCEPTED')
})

it('a vendor announces a shipment, confirms it and finds its labels', async () => {
  const shipped = { purchaseOrderNumber, items: [{ itemSequenceNumber: '1', shippedQuantity: ten }] }
  const announced = await talk.call(submitShipments, {
    body: {
      shipments: [
        {
          ...parties,
          vendorShipmentIdentifier: 'SH-1',
          transactionType: 'New',
          transactionDate: now(),
          purchaseOrders: [shipped],
          transportationDetails: { shipMode: 'SmallParcel' },
        },
      ],
    },
  })
  expect((await outcome(announced)).status).toBe('Success')
  const confirmed = await talk.call(submitShipmentConfirmations, {
    body: {
      shipmentConfirmations: [
        {
          ...parties,
          shipmentIdentifier: 'SH-1',
          shipmentConfirmationType: 'Original',
          shipmentConfirmationDate: now(),
          shippedItems: [{ itemSequenceNumber: '1', shippedQuantity: ten, itemDetails: { purchaseOrderNumber } }],
        },
      ],
    },
  })
  expect((await outcome(confirmed)).status).toBe('Success')
  const { payload: known } = await talk.call(getShipmentDetails, { vendorShipmentIdentifier: 'SH-1' })
  expect(known.shipments.map(({ vendorShipmentIdentifier }) => vendorShipmentIdentifier)).toEqual(['SH-1'])
  const { payload: labels } = await talk.call(getShipmentLabels, { vendorShipmentIdentifier: 'SH-1' })
  expect(labels.transportLabels[0]?.labelData[0]?.labelFormat).toBe('PDF')
  expect(talk.violations()).toBe(0)
})

it('a vendor updates the stock of its warehouse', async () => {
  const { payload } = await talk.call(submitInventoryUpdate, {
    warehouseId: 'HALD1',
    body: {
      inventory: {
        sellingParty,
        isFullUpdate: false,
        items: [{ vendorProductIdentifier: 'HAL-1', availableQuantity: { amount: 4, unitOfMeasure: 'Each' } }],
      },
    },
  })
  talk.pass(later)
  const { transactionStatus } = await talk.call(getTransactionStatus, { transactionId: payload.transactionId ?? '' })
  expect(transactionStatus).toMatchObject({ status: 'Success', errors: [] })
})

it('a review is requested once and refused a second time', async () => {
  const order = { amazonOrderId: '114-0000001-0000002', marketplaceId }
  const delivered = new Date(amazon.clock.time() - 7 * 24 * 60 * 60 * 1000).toISOString()
  await talk.controlSeller('POST', 'amazon-orders', { ...order, delivered: { earliest: delivered, latest: delivered } })
  const { _links } = await talk.call(getSolicitationActionsForOrder, order)
  expect(_links?.actions.map(({ name }) => name)).toContain('productReviewAndSellerFeedback')
  await talk.call(createProductReviewAndSellerFeedbackSolicitation, order)
  await expect(talk.call(createProductReviewAndSellerFeedbackSolicitation, order)).rejects.toMatchObject({
    code: 'review_not_due',
  })
})
