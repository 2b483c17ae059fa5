import { afterEach, beforeEach, expect, it } from 'vitest'
import { startAmazon, type RunningAmazon } from '#emulators/amazon/start-amazon.ts'
import { marketplaceId } from '../../fixtures/seller-account.ts'
import { application } from '../../fixtures/test-settings.ts'
import { readFulfillmentStatus } from '../../translate/fulfillment-status.ts'
import { addMoney } from '../../translate/amazon-values.ts'
import { parseNotification } from '../../translate/notification.ts'
import { readTrackingEvent } from '../../translate/fulfillment-snapshot.ts'
import { createClientFixture, type ClientFixture } from '../fixtures/client-fixture.ts'
import { address, newOrder } from '../fixtures/fulfillment-samples.ts'
import { createDestination, createSubscription } from '../notifications.ts'
import { deliveryOffers } from './delivery-offers.ts'
import { getFeatures, getFeatureSKU } from './features.ts'
import { getFulfillmentPreview } from './preview.ts'
import { getFulfillmentOrder, listAllFulfillmentOrders } from './read-order.ts'
import { createFulfillmentReturn, listReturnReasonCodes } from './returns.ts'
import { getPackageTrackingDetails } from './tracking.ts'
import { cancelFulfillmentOrder, createFulfillmentOrder, updateFulfillmentOrder } from './write-order.ts'

/** Each step takes so long that the time of the calls in between does not matter. */
const stage = 1000
const timings = {
  receive: stage,
  plan: stage,
  process: stage,
  firstShipment: stage,
  ship: stage,
  cancel: stage,
  outForDelivery: stage,
  deliver: 2 * stage,
}
const order = { sellerFulfillmentOrderId: newOrder.sellerFulfillmentOrderId }

let amazon: RunningAmazon
let talk: ClientFixture

beforeEach(async () => {
  amazon = await startAmazon({ client: application, limits: 'amazon', speed: 0 })
  talk = await createClientFixture(amazon)
  await talk.control('PATCH', 'fulfillment', { timings })
  await talk.stock({ sku: 'HAL-1', title: 'Desk lamp', fulfillable: 10 })
})
afterEach(() => amazon.stop())

async function readOrder() {
  const { payload } = await talk.call(getFulfillmentOrder, order)
  const shipments = await Promise.all(
    payload.fulfillmentShipments.map(async (shipment) => ({
      status: shipment.fulfillmentShipmentStatus,
      packages: await Promise.all(
        shipment.fulfillmentShipmentPackage.map(
          async ({ packageNumber }) => (await track(packageNumber)).currentStatus,
        ),
      ),
    })),
  )
  return { ...payload, ...readFulfillmentStatus({ order: payload.fulfillmentOrder.fulfillmentOrderStatus, shipments }) }
}

const track = async (packageNumber: number) => (await talk.call(getPackageTrackingDetails, { packageNumber })).payload

it('an order can be followed from its preview to its delivery', async () => {
  const { payload: preview } = await talk.call(getFulfillmentPreview, {
    body: { marketplaceId, address, items: newOrder.items },
  })
  const standard = preview.fulfillmentPreviews.find((one) => one.shippingSpeedCategory === 'Standard')
  expect(standard).toMatchObject({ isFulfillable: true, unfulfillablePreviewItems: [] })
  expect(addMoney((standard?.estimatedFees ?? []).map(({ amount }) => amount))?.currency).toBe('USD')

  await talk.call(createFulfillmentOrder, { body: newOrder })
  expect((await readOrder()).status).toBe('submitted')
  for (const status of ['received', 'planning', 'processing'] as const) {
    talk.pass(stage)
    expect((await readOrder()).status).toBe(status)
  }
  talk.pass(stage)
  const shipped = await readOrder()
  expect(shipped).toMatchObject({ status: 'shipped', unknownWords: [], isPartial: false })

  talk.pass(2 * stage)
  const delivered = await readOrder()
  expect(delivered.status).toBe('delivered')
  const [parcel] = delivered.fulfillmentShipments[0]?.fulfillmentShipmentPackage ?? []
  expect(parcel?.trackingNumber).toBeTruthy()
  const events = (await track(parcel?.packageNumber ?? 0)).trackingEvents.map(readTrackingEvent)
  expect(events.map(({ type }) => type)).toContain('EVENT_301')

  const { payload: changed } = await talk.call(listAllFulfillmentOrders, { queryStartDate: '2026-01-01T00:00:00Z' })
  expect(changed.fulfillmentOrders).toHaveLength(1)
  expect(talk.violations()).toBe(0)
})

it('a second order under the same id is refused, and the first can be read', async () => {
  await talk.call(createFulfillmentOrder, { body: newOrder })
  await expect(talk.call(createFulfillmentOrder, { body: newOrder })).rejects.toMatchObject({ code: 'order_exists' })
  expect((await readOrder()).fulfillmentOrder.displayableOrderId).toBe('#1042')
})

it('an unknown order is a refusal and not a fault', async () => {
  await expect(talk.call(getFulfillmentOrder, order)).rejects.toMatchObject({ code: 'order_not_found' })
})

it('an order can be cancelled in time, and not while Amazon packs it', async () => {
  await talk.call(createFulfillmentOrder, { body: newOrder })
  await talk.call(cancelFulfillmentOrder, order)
  await expect(talk.call(cancelFulfillmentOrder, order)).rejects.toMatchObject({ code: 'already_cancelled' })
  talk.pass(stage)
  expect((await readOrder()).status).toBe('cancelled')

  const second = { sellerFulfillmentOrderId: 'ORD-1042-2' }
  await talk.call(createFulfillmentOrder, { body: { ...newOrder, ...second } })
  talk.pass(3 * stage)
  await talk.call(getFulfillmentOrder, second)
  await expect(talk.call(cancelFulfillmentOrder, second)).rejects.toMatchObject({ code: 'order_too_far' })
})

it('an order on hold can be released', async () => {
  await talk.call(createFulfillmentOrder, { body: { ...newOrder, fulfillmentAction: 'Hold' } })
  talk.pass(4 * stage)
  expect((await readOrder()).status).toBe('received')
  await talk.call(updateFulfillmentOrder, { ...order, body: { fulfillmentAction: 'Ship' } })
  talk.pass(4 * stage)
  expect((await readOrder()).status).not.toBe('received')
})

it('features, delivery offers and returns can be requested', async () => {
  expect((await talk.call(getFeatures, { marketplaceId })).payload.features.length).toBeGreaterThan(0)
  const blank = await talk.call(getFeatureSKU, { featureName: 'BLANK_BOX', sellerSku: 'HAL-1', marketplaceId })
  expect(blank.payload.featureName).toBe('BLANK_BOX')
  const offers = await talk.call(deliveryOffers, {
    body: {
      product: { productIdentifier: { merchantSku: 'HAL-1' } },
      terms: {
        origin: { countryCode: 'US' },
        destination: { deliveryAddress: { postalCode: '98402', countryCode: 'US' } },
      },
    },
  })
  expect(offers.payload.deliveryOffers[0]?.dateRange).not.toBeNull()

  await talk.call(createFulfillmentOrder, { body: newOrder })
  talk.pass(20 * stage)
  const { fulfillmentShipments } = await readOrder()
  const reasons = await talk.call(listReturnReasonCodes, { sellerSku: 'HAL-1', marketplaceId })
  const { payload: returned } = await talk.call(createFulfillmentReturn, {
    ...order,
    body: {
      items: [
        {
          sellerReturnItemId: 'r-1',
          sellerFulfillmentOrderItemId: 'line-1',
          amazonShipmentId: fulfillmentShipments[0]?.amazonShipmentId ?? '',
          returnReasonCode: reasons.payload.reasonCodeDetails[0]?.returnReasonCode ?? '',
        },
      ],
    },
  })
  expect(returned).toMatchObject({ returnItems: [{ sellerReturnItemId: 'r-1' }], invalidReturnItems: [] })
})

it('every status change is published to a queue', async () => {
  const arn = 'arn:aws:sqs:us-east-1:444455556666:lockstep'
  const { payload: destination } = await talk.call(createDestination, {
    body: { name: 'lockstep', resourceSpecification: { sqs: { arn } } },
  })
  await talk.call(createSubscription, {
    notificationType: 'FULFILLMENT_ORDER_STATUS',
    body: { payloadVersion: '1.0', destinationId: destination.destinationId },
  })
  await talk.call(createFulfillmentOrder, { body: newOrder })
  talk.pass(2 * stage)
  await readOrder()
  const messages = Object.values(amazon.state.notifications.queues).flat().map(parseNotification)
  expect(messages.map((message) => message?.event)).toContainEqual(
    expect.objectContaining({ about: 'fulfillment', externalId: 'ORD-1042-1', status: 'Received' }),
  )
})
