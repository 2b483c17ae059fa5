import { emptyDictionary } from '../book.ts'

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

/** The application's destinations, and what was sent to each queue: the last part of its ARN names it. */
export type NotificationRecords = { destinations: Record<string, Destination>; queues: Record<string, object[]> }

export const createNotificationRecords = (): NotificationRecords => ({
  destinations: emptyDictionary(),
  queues: emptyDictionary(),
})
