import { emptyDictionary } from '../dictionary.ts'

export type Destination = {
  destinationId: string
  name: string
  resource: { sqs: { arn: string } } | { eventBridge: { name: string; region: string; accountId: string } }
}

export type Subscription = {
  subscriptionId: string
  notificationType: string
  payloadVersion: string
  destinationId: string
  processingDirective?: object
}

/** Destinations of the application, and messages per queue. The last part of its ARN names a queue. */
export type NotificationRecords = { destinations: Record<string, Destination>; queues: Record<string, object[]> }

export const createNotificationRecords = (): NotificationRecords => ({
  destinations: emptyDictionary(),
  queues: emptyDictionary(),
})

/** Types that go to EventBridge; all others go to SQS. */
const eventBridgeTypes = [
  'BRANDED_ITEM_CONTENT_CHANGE',
  'ITEM_PRODUCT_TYPE_CHANGE',
  'LISTINGS_ITEM_ISSUES_CHANGE',
  'LISTINGS_ITEM_MFN_QUANTITY_CHANGE',
  'LISTINGS_ITEM_STATUS_CHANGE',
  'PRODUCT_TYPE_DEFINITIONS_CHANGE',
]

const queueTypes = [
  'ACCOUNT_STATUS_CHANGED',
  'ANY_OFFER_CHANGED',
  'B2B_ANY_OFFER_CHANGED',
  'FBA_INVENTORY_AVAILABILITY_CHANGES',
  'FBA_OUTBOUND_SHIPMENT_STATUS',
  'FEE_PROMOTION',
  'FEED_PROCESSING_FINISHED',
  'FULFILLMENT_ORDER_STATUS',
  'ITEM_INVENTORY_EVENT_CHANGE',
  'ORDER_CHANGE',
  'ORDER_STATUS_CHANGE',
  'PRICING_HEALTH',
  'REPORT_PROCESSING_FINISHED',
  'SHIPMENT_TRACKING_MILESTONE_CHANGED',
]

export const isNotificationType = (type: string) => queueTypes.includes(type) || eventBridgeTypes.includes(type)

export const goesToEventBridge = (type: string) => eventBridgeTypes.includes(type)
