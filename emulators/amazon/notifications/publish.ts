import { randomUUID } from 'node:crypto'
import type { AmazonState, Seller } from '../state.ts'
import type { Destination, Subscription } from './subscription.ts'

/** Longest queue: an unread one must not grow forever. */
const queueLength = 10_000

/** Sends a notification to the destination of each matching subscription. */
export function publish(state: AmazonState, seller: Seller, type: string, payload: object, at: string): void {
  for (const subscription of seller.subscriptions) {
    if (subscription.notificationType !== type) continue
    const destination = state.notifications.destinations[subscription.destinationId]
    if (destination) deliver(state, destination, describeNotification(subscription, type, payload, at))
  }
}

export function deliver(state: AmazonState, destination: Destination, message: object): void {
  const name = queueNameOf(destination)
  const queue = (state.notifications.queues[name] ??= [])
  queue.push(message)
  if (queue.length > queueLength) queue.shift()
}

export function describeNotification(
  subscription: Pick<Subscription, 'subscriptionId' | 'payloadVersion'>,
  type: string,
  payload: object,
  at: string,
): object {
  return {
    NotificationVersion: '1.0',
    NotificationType: type,
    PayloadVersion: subscription.payloadVersion,
    EventTime: at,
    Payload: payload,
    NotificationMetadata: {
      ApplicationId: 'amzn1.sellerapps.app.stand-in',
      SubscriptionId: subscription.subscriptionId,
      PublishTime: at,
      NotificationId: randomUUID(),
    },
  }
}

function queueNameOf({ resource }: Destination): string {
  if ('eventBridge' in resource) return resource.eventBridge.name
  return resource.sqs.arn.split(':').at(-1) ?? resource.sqs.arn
}

/** Publishes FBA_INVENTORY_AVAILABILITY_CHANGES for a SKU, in all marketplaces that have it. */
export function publishStockChange(state: AmazonState, seller: Seller, sku: string, at: string): void {
  const held = seller.marketplaceIds.flatMap((marketplaceId) => {
    const stock = seller.stock[marketplaceId]?.[sku]
    return stock ? [{ marketplaceId, stock }] : []
  })
  const [first] = held
  if (!first) return
  const payload = {
    SellerId: seller.id,
    FNSKU: first.stock.fnsku,
    ASIN: first.stock.asin,
    SKU: sku,
    FulfillmentInventoryByMarketplace: held.map(({ marketplaceId, stock }) => ({
      MarketplaceId: marketplaceId,
      ItemName: stock.title,
      FulfillmentInventory: {
        InboundQuantityBreakdown: {
          Working: stock.inboundWorking,
          Shipped: stock.inboundShipped,
          Receiving: stock.inboundReceiving,
        },
        Fulfillable: stock.fulfillable,
        Unfulfillable: 0,
        Researching: 0,
        ReservedQuantityBreakdown: {
          WarehouseProcessing: 0,
          WarehouseTransfer: 0,
          PendingCustomerOrder: stock.reserved,
        },
        FutureSupplyBuyable: 0,
        PendingCustomerOrderInTransit: 0,
      },
      Stores: [],
    })),
  }
  publish(state, seller, 'FBA_INVENTORY_AVAILABILITY_CHANGES', payload, at)
}

/** Messages in a queue, oldest first. */
export function readQueue(state: AmazonState, name: string): readonly object[] {
  return state.notifications.queues[name] ?? []
}

/** Removes and returns all messages, like a consumer. */
export function takeMessages(state: AmazonState, name: string): readonly object[] {
  const messages = readQueue(state, name)
  state.notifications.queues[name] = []
  return messages
}
