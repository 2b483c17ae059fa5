import type { Operation } from '../operation.ts'
import { createDestination, deleteDestination, getDestination, getDestinations } from './destinations.ts'
import { sendTestNotification } from './send-test.ts'
import {
  createSubscription,
  deleteSubscriptionById,
  getSubscription,
  getSubscriptionById,
  getSubscriptions,
} from './subscriptions.ts'

const base = '/notifications/v1'
const type = `${base}/subscriptions/:notificationType` as const

type Given = Pick<Operation, 'name' | 'method' | 'path' | 'answer'>

const ofSeller = (given: Given): Operation => ({ ...given, rate: 1, burst: 5 })

const ofApplication = (given: Given): Operation => ({
  ...ofSeller(given),
  grantlessScope: 'sellingpartnerapi::notifications',
})

export const notificationsOperations: Operation[] = [
  ofSeller({ name: 'getSubscriptions', method: 'GET', path: `${base}/subscriptions`, answer: getSubscriptions }),
  ofSeller({ name: 'getSubscription', method: 'GET', path: type, answer: getSubscription }),
  ofSeller({ name: 'createSubscription', method: 'POST', path: type, answer: createSubscription }),
  ofApplication({
    name: 'sendTestNotification',
    method: 'POST',
    path: `${type}/testNotification`,
    answer: sendTestNotification,
  }),
  ofApplication({
    name: 'getSubscriptionById',
    method: 'GET',
    path: `${type}/:subscriptionId`,
    answer: getSubscriptionById,
  }),
  ofApplication({
    name: 'deleteSubscriptionById',
    method: 'DELETE',
    path: `${type}/:subscriptionId`,
    answer: deleteSubscriptionById,
  }),
  ofApplication({ name: 'getDestinations', method: 'GET', path: `${base}/destinations`, answer: getDestinations }),
  ofApplication({ name: 'createDestination', method: 'POST', path: `${base}/destinations`, answer: createDestination }),
  ofApplication({
    name: 'getDestination',
    method: 'GET',
    path: `${base}/destinations/:destinationId`,
    answer: getDestination,
  }),
  ofApplication({
    name: 'deleteDestination',
    method: 'DELETE',
    path: `${base}/destinations/:destinationId`,
    answer: deleteDestination,
  }),
]
