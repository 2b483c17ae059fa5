import { randomUUID } from 'node:crypto'
import type { Seller, AmazonState } from '../world.ts'
import type { Destination, Subscription } from './book.ts'

/** More than any test waits for; a forgotten queue must not grow for ever. */
const queueLength = 10_000

/** Sends a notification to every destination the seller's subscriptions name. */
export function publish(world: AmazonState, seller: Seller, type: string, payload: object, at: string): void {
  for (const subscription of seller.subscriptions) {
    if (subscription.notificationType !== type) continue
    const destination = world.notifications.destinations[subscription.destinationId]
    if (destination) deliver(world, destination, describeNotification(subscription, type, payload, at))
  }
}

export function deliver(world: AmazonState, destination: Destination, message: object): void {
  const name = queueNameOf(destination)
  const queue = (world.notifications.queues[name] ??= [])
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
