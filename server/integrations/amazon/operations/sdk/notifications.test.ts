import type * as Sdk from '@sp-api-sdk/notifications-api-v1'
import { expect, it } from 'vitest'
import type {
  createDestination,
  createSubscription,
  deleteDestination,
  deleteSubscriptionById,
  getDestination,
  getDestinations,
  getSubscription,
  getSubscriptionById,
  getSubscriptions,
} from '../notifications.ts'
import { reads, sends } from './fit.ts'

it('destinations fit the types of the SDK', () => {
  expect(sends<typeof createDestination, Sdk.NotificationsApiCreateDestinationRequest>()).toBe(true)
  expect(reads<typeof createDestination, Sdk.CreateDestinationResponse>()).toBe(true)
  expect(reads<typeof getDestinations, Sdk.GetDestinationsResponse>()).toBe(true)
  expect(sends<typeof getDestination, Sdk.NotificationsApiGetDestinationRequest>()).toBe(true)
  expect(reads<typeof getDestination, Sdk.GetDestinationResponse>()).toBe(true)
  expect(sends<typeof deleteDestination, Sdk.NotificationsApiDeleteDestinationRequest>()).toBe(true)
})

it('subscriptions fit the types of the SDK', () => {
  expect(sends<typeof createSubscription, Sdk.NotificationsApiCreateSubscriptionRequest>()).toBe(true)
  expect(reads<typeof createSubscription, Sdk.CreateSubscriptionResponse>()).toBe(true)
  expect(sends<typeof getSubscription, Sdk.NotificationsApiGetSubscriptionRequest>()).toBe(true)
  expect(reads<typeof getSubscription, Sdk.GetSubscriptionResponse>()).toBe(true)
  expect(sends<typeof getSubscriptions, Sdk.NotificationsApiGetSubscriptionsRequest>()).toBe(true)
  expect(reads<typeof getSubscriptions, Sdk.GetSubscriptionsResponse>()).toBe(true)
  expect(sends<typeof getSubscriptionById, Sdk.NotificationsApiGetSubscriptionByIdRequest>()).toBe(true)
  expect(reads<typeof getSubscriptionById, Sdk.GetSubscriptionByIdResponse>()).toBe(true)
  expect(sends<typeof deleteSubscriptionById, Sdk.NotificationsApiDeleteSubscriptionByIdRequest>()).toBe(true)
})
