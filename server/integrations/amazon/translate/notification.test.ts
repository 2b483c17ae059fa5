import { expect, it } from 'vitest'
import { parseNotification } from './notification.ts'

const capital = (type: string, payload: object) => ({
  NotificationVersion: '1.0',
  NotificationType: type,
  PayloadVersion: '1.0',
  EventTime: '2026-11-04T07:00:00.000Z',
  Payload: payload,
  NotificationMetadata: { ApplicationId: 'a', SubscriptionId: 's', PublishTime: 'p', NotificationId: 'n-1' },
})

const small = (type: string, payload: object) => ({
  notificationVersion: '2020-09-04',
  notificationType: type,
  payloadVersion: '2020-09-04',
  eventTime: '2026-11-04T07:00:00.000Z',
  payload,
  notificationMetadata: { applicationId: 'a', subscriptionId: 's', publishTime: 'p', notificationId: 'n-2' },
})

it('a fulfillment order status is read', () => {
  const payload = {
    SellerId: 'A2SELLER',
    EventType: 'Order',
    StatusUpdatedDateTime: '2026-11-04T06:59:00Z',
    SellerFulfillmentOrderId: 'ORD-1042-1',
    FulfillmentOrderStatus: 'Complete',
  }
  expect(
    parseNotification(capital('FULFILLMENT_ORDER_STATUS', { FulfillmentOrderStatusNotification: payload })),
  ).toEqual({
    id: 'n-1',
    type: 'FULFILLMENT_ORDER_STATUS',
    at: new Date('2026-11-04T07:00:00Z'),
    event: {
      about: 'fulfillment',
      sellerId: 'A2SELLER',
      externalId: 'ORD-1042-1',
      status: 'Complete',
      changedAt: new Date('2026-11-04T06:59:00Z'),
    },
  })
})

it('an inventory change is read, though its keys are in capitals', () => {
  const quantities = {
    Fulfillable: 7,
    Unfulfillable: 1,
    InboundQuantityBreakdown: { Working: 1, Shipped: 2, Receiving: 3 },
    ReservedQuantityBreakdown: { WarehouseProcessing: 1, WarehouseTransfer: 1, PendingCustomerOrder: 2 },
  }
  const notification = parseNotification(
    capital('FBA_INVENTORY_AVAILABILITY_CHANGES', {
      SellerId: 'A2SELLER',
      FNSKU: 'X001',
      ASIN: 'B0LAMP0001',
      SKU: 'HAL-1',
      FulfillmentInventoryByMarketplace: [
        { MarketplaceId: 'ATVPDKIKX0DER', ItemName: 'Desk lamp', FulfillmentInventory: quantities },
      ],
    }),
  )
  expect(notification?.event).toEqual({
    about: 'stock',
    sellerId: 'A2SELLER',
    marketplaces: [
      {
        marketplaceId: 'ATVPDKIKX0DER',
        row: {
          sku: 'HAL-1',
          asin: 'B0LAMP0001',
          fnsku: 'X001',
          title: 'Desk lamp',
          qtyAvailable: 7,
          qtyReserved: 4,
          qtyInbound: 6,
          changedAt: null,
        },
      },
    ],
  })
})

it('an inventory change has no negative quantity and no empty name', () => {
  const none = { Working: -1, Shipped: 0, Receiving: 0 }
  const quantities = {
    Fulfillable: -2,
    InboundQuantityBreakdown: none,
    ReservedQuantityBreakdown: { WarehouseProcessing: 0, WarehouseTransfer: 0, PendingCustomerOrder: -3 },
  }
  const notification = parseNotification(
    capital('FBA_INVENTORY_AVAILABILITY_CHANGES', {
      SellerId: 'A2SELLER',
      FNSKU: '',
      ASIN: '',
      SKU: 'HAL-1',
      FulfillmentInventoryByMarketplace: [
        { MarketplaceId: 'ATVPDKIKX0DER', ItemName: '', FulfillmentInventory: quantities },
      ],
    }),
  )
  const row = { sku: 'HAL-1', asin: null, fnsku: null, title: null, qtyAvailable: 0, qtyReserved: 0, qtyInbound: 0 }
  expect(notification?.event).toMatchObject({ about: 'stock', marketplaces: [{ row }] })
})

it('finished feeds and reports are read, whose keys are in lower case', () => {
  const finished = { sellerId: 'A2SELLER', accountId: 'x', processingStatus: 'DONE' }
  const feed = { ...finished, feedId: '7001', resultFeedDocumentId: 'doc-2' }
  const report = { ...finished, processingStatus: 'CANCELLED', reportId: '8001' }
  expect(
    parseNotification(small('FEED_PROCESSING_FINISHED', { feedProcessingFinishedNotification: feed })),
  ).toMatchObject({
    id: 'n-2',
    event: { about: 'feed', sellerId: 'A2SELLER', feedId: '7001', status: 'done', documentId: 'doc-2' },
  })
  expect(
    parseNotification(small('REPORT_PROCESSING_FINISHED', { reportProcessingFinishedNotification: report }))?.event,
  ).toEqual({ about: 'report', sellerId: 'A2SELLER', reportId: '8001', status: 'cancelled', documentId: null })
})

it.each(['LISTINGS_ITEM_STATUS_CHANGE', 'LISTINGS_ITEM_ISSUES_CHANGE'])('a listing change is read from %s', (type) => {
  const payload = { SellerId: 'A2SELLER', MarketplaceId: 'ATVPDKIKX0DER', Asin: 'B0LAMP0001', Sku: 'HAL-1' }
  expect(parseNotification(capital(type, payload))?.event).toEqual({
    about: 'listing',
    sellerId: 'A2SELLER',
    marketplaceId: 'ATVPDKIKX0DER',
    sku: 'HAL-1',
  })
})

it('an unknown notification keeps its type and is not guessed', () => {
  expect(parseNotification(capital('MOON_PHASE', { Phase: 'full' }))).toMatchObject({
    type: 'MOON_PHASE',
    event: { about: 'unknown' },
  })
  expect(parseNotification(capital('FULFILLMENT_ORDER_STATUS', { Status: 'odd' }))?.event).toEqual({ about: 'unknown' })
  expect(parseNotification(capital('toString', {}))?.event).toEqual({ about: 'unknown' })
  expect(parseNotification({ Type: 'SubscriptionConfirmation' })).toBeNull()
  expect(parseNotification('hello')).toBeNull()
})
