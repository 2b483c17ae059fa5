import { z } from 'zod'
import type { Answer, Call, Operation } from '../operation.ts'
import { readBody } from '../request-input.ts'
import {
  createDestination,
  deleteDestination,
  findDestination,
  getDestination,
  getDestinations,
} from './destinations.ts'
import { deliver, describeNotification } from './publish.ts'
import {
  createSubscription,
  deleteSubscriptionById,
  getSubscription,
  getSubscriptionById,
  getSubscriptions,
  readType,
} from './subscriptions.ts'

const base = '/notifications/v1'

const type = `${base}/subscriptions/:notificationType` as const

type Given = Pick<Operation, 'name' | 'method' | 'path' | 'answer'>

const ofSeller = (given: Given): Operation => ({ ...given, rate: 1, burst: 5 })

const ofApplication = (given: Given): Operation => ({
  ...ofSeller(given),
  grantlessScope: 'sellingpartnerapi::notifications',
})

const SendTest = z.object({
  destinationId: z.string().min(1),
  testNotification: z.object({ payloadVersion: z.string().min(1), testScenario: z.string().min(1) }),
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

/** Sandbox operation: sends a sample notification. */
function sendTestNotification(call: Call): Answer {
  const { destinationId, testNotification } = readBody(SendTest, call.body)
  const destination = findDestination(call.state, destinationId)
  const { payloadVersion, testScenario } = testNotification
  const subscription = { subscriptionId: 'test', payloadVersion }
  const payload = { TestScenario: testScenario }
  deliver(call.state, destination, describeNotification(subscription, readType(call), payload, call.now.toISOString()))
  return { status: 200, body: {} }
}
