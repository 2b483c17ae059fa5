import { z } from 'zod'
import { say } from '#contract/i18n.ts'
import { operation } from '../operation.ts'
import { noContent, list, maybe, payload } from './response-schemas.ts'
import { path, listOf, text, validateRequest } from './request-schemas.ts'

const destinations = '/notifications/v1/destinations'
const subscriptions = '/notifications/v1/subscriptions'

const rateLimit = { rate: 1, burst: 5 } as const
/** Destinations belong to the application (grantless operations); subscriptions belong to each seller. */
const application = { ...rateLimit, grantlessScope: 'sellingpartnerapi::notifications' } as const

const arn = text('Queue', 1000).regex(/^arn:aws:sqs:\S+:\S+:\S+/, 'The queue is not named by an ARN of SQS')

const NewDestination = z.object({
  name: text('Name of the destination', 256),
  resourceSpecification: z.union([
    z.object({ sqs: z.object({ arn }) }),
    z.object({ eventBridge: z.object({ region: text('AWS region'), accountId: text('AWS account') }) }),
  ]),
})

const Destination = z.object({
  destinationId: z.string(),
  name: z.string(),
  resource: z.object({
    sqs: maybe(z.object({ arn: z.string() })),
    eventBridge: maybe(z.object({ name: z.string(), region: z.string(), accountId: z.string() })),
  }),
})

export const createDestination = operation({
  name: 'createDestination',
  method: 'POST',
  ...application,
  isRepeatable: false,
  request: ({ body }: { body: z.input<typeof NewDestination> }) => ({
    path: destinations,
    body: validateRequest(say('The destination of notifications'), NewDestination, body),
  }),
  wire: payload(Destination),
})

export const getDestinations = operation({
  name: 'getDestinations',
  method: 'GET',
  ...application,
  request: () => ({ path: destinations }),
  wire: payload(list(Destination)),
})

type DestinationName = { destinationId: string }

export const getDestination = operation({
  name: 'getDestination',
  method: 'GET',
  ...application,
  request: ({ destinationId }: DestinationName) => ({ path: destinations + path`/${destinationId}` }),
  wire: payload(Destination),
})

export const deleteDestination = operation({
  name: 'deleteDestination',
  method: 'DELETE',
  ...application,
  isRepeatable: true,
  request: ({ destinationId }: DestinationName) => ({ path: destinations + path`/${destinationId}` }),
  wire: noContent,
})

const NewSubscription = z.object({
  payloadVersion: text('Version of the notification'),
  destinationId: text('Destination'),
  processingDirective: z.object({ filterExpression: text('Filter', 256) }).optional(),
})

const Subscription = z.object({ subscriptionId: z.string(), payloadVersion: z.string(), destinationId: z.string() })

type NotificationType = { notificationType: string }

export const createSubscription = operation({
  name: 'createSubscription',
  method: 'POST',
  ...rateLimit,
  isRepeatable: false,
  request: ({ notificationType, body }: NotificationType & { body: z.input<typeof NewSubscription> }) => ({
    path: subscriptions + path`/${notificationType}`,
    body: validateRequest(say('The subscription'), NewSubscription, body),
  }),
  wire: payload(Subscription),
})

export const getSubscription = operation({
  name: 'getSubscription',
  method: 'GET',
  ...rateLimit,
  request: ({ notificationType, payloadVersion }: NotificationType & { payloadVersion?: string }) => ({
    path: subscriptions + path`/${notificationType}`,
    query: { payloadVersion },
  }),
  wire: payload(Subscription),
})

const SubscriptionsQuery = z.object({
  notificationTypes: listOf('Notification types', text('Notification type'), 1),
  payloadVersion: z.string().optional(),
  pageSize: z.int().min(30).max(100).optional(),
  nextToken: z.string().optional(),
})

export const getSubscriptions = operation({
  name: 'getSubscriptions',
  method: 'GET',
  ...rateLimit,
  request: (query: z.input<typeof SubscriptionsQuery>) => ({
    path: subscriptions,
    query: validateRequest(say('This list of subscriptions'), SubscriptionsQuery, query),
  }),
  wire: payload(z.object({ subscriptions: list(Subscription), nextToken: maybe(z.string()) })),
})

type SubscriptionName = NotificationType & { subscriptionId: string }

export const getSubscriptionById = operation({
  name: 'getSubscriptionById',
  method: 'GET',
  ...application,
  request: ({ notificationType, subscriptionId }: SubscriptionName) => ({
    path: subscriptions + path`/${notificationType}/${subscriptionId}`,
  }),
  wire: payload(Subscription),
})

export const deleteSubscriptionById = operation({
  name: 'deleteSubscriptionById',
  method: 'DELETE',
  ...application,
  isRepeatable: true,
  request: ({ notificationType, subscriptionId }: SubscriptionName) => ({
    path: subscriptions + path`/${notificationType}/${subscriptionId}`,
  }),
  wire: noContent,
})
