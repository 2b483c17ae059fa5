import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { compareText } from '../iso-time.ts'
import type { Answer, Call, Operation } from '../operation.ts'
import { readToken, takePage } from '../paging.ts'
import { invalidInput, Refusal } from '../refusal.ts'
import { parametersOf, readBody } from '../request-input.ts'
import type { AmazonState } from '../state.ts'
import { deliver, describeNotification } from './publish.ts'
import { type Destination, goesToEventBridge, isNotificationType, type Subscription } from './subscription.ts'

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

const CreateDestination = z.object({
  name: z.string().min(1).max(256),
  resourceSpecification: z
    .object({
      sqs: z
        .object({
          arn: z
            .string()
            .max(1000)
            .regex(/^arn:aws[\w-]*:sqs:[\w-]+:\d{12}:[\w.-]+$/, 'InvalidArn'),
        })
        .optional(),
      eventBridge: z.object({ region: z.string().min(1), accountId: z.string().regex(/^\d{12}$/) }).optional(),
    })
    .refine(({ sqs, eventBridge }) => (sqs === undefined) !== (eventBridge === undefined), 'One resource is needed'),
})

function createDestination({ body, state }: Call): Answer {
  const { name, resourceSpecification } = readBody(CreateDestination, body)
  const resource = describeResource(resourceSpecification)
  const isTaken = Object.values(state.notifications.destinations).some(
    (one) => one.name === name || JSON.stringify(one.resource) === JSON.stringify(resource),
  )
  if (isTaken) throw new Refusal(409, 'Conflict', 'A destination with this name or resource exists already.')
  const destination: Destination = { destinationId: randomUUID(), name, resource }
  state.notifications.destinations[destination.destinationId] = destination
  return { status: 200, body: { payload: destination } }
}

function getDestinations({ state }: Call): Answer {
  return { status: 200, body: { payload: Object.values(state.notifications.destinations) } }
}

function getDestination({ params, state }: Call): Answer {
  return { status: 200, body: { payload: findDestination(state, params['destinationId'] ?? '') } }
}

function deleteDestination({ params, state }: Call): Answer {
  const { destinationId } = findDestination(state, params['destinationId'] ?? '')
  const isUsed = Object.values(state.sellers).some(({ subscriptions }) =>
    subscriptions.some((subscription) => subscription.destinationId === destinationId),
  )
  if (isUsed) throw new Refusal(409, 'Conflict', 'Subscriptions still use this destination.')
  delete state.notifications.destinations[destinationId]
  return { status: 200, body: {} }
}

function findDestination(state: AmazonState, destinationId: string): Destination {
  const destination = state.notifications.destinations[destinationId]
  if (!destination) throw new Refusal(404, 'NotFound', `The destination ${destinationId} does not exist.`)
  return destination
}

type Specification = z.output<typeof CreateDestination>['resourceSpecification']

function describeResource({ sqs, eventBridge }: Specification): Destination['resource'] {
  if (sqs) return { sqs }
  const { region = '', accountId = '' } = eventBridge ?? {}
  return { eventBridge: { name: `aws.partner/sellingpartnerapi.amazon.com/${accountId}`, region, accountId } }
}

const CreateSubscription = z.object({
  payloadVersion: z.string().min(1),
  destinationId: z.string().min(1),
  processingDirective: z
    .object({
      eventFilter: z.looseObject({ eventFilterType: z.string() }).optional(),
      filterExpression: z.string().max(256).optional(),
    })
    .refine(({ eventFilter, filterExpression }) => !(eventFilter && filterExpression), 'One filter only')
    .optional(),
})

function createSubscription(call: Call): Answer {
  const { body, state, seller } = call
  const notificationType = readType(call)
  const request = readBody(CreateSubscription, body)
  const { resource } = findDestination(state, request.destinationId)
  if ('eventBridge' in resource !== goesToEventBridge(notificationType)) {
    throw invalidInput(`${notificationType} cannot be sent to a destination of this kind.`)
  }
  const isTaken = seller.subscriptions.some(
    (one) => one.notificationType === notificationType && one.payloadVersion === request.payloadVersion,
  )
  if (isTaken) throw new Refusal(409, 'Conflict', 'A subscription of this type exists already.')
  const subscription: Subscription = {
    subscriptionId: randomUUID(),
    notificationType,
    payloadVersion: request.payloadVersion,
    destinationId: request.destinationId,
    ...(request.processingDirective ? { processingDirective: request.processingDirective } : {}),
  }
  seller.subscriptions.push(subscription)
  return { status: 200, body: { payload: describe(subscription) } }
}

function getSubscriptions({ query, seller }: Call): Answer {
  const parameters = parametersOf(query, 'InvalidInput')
  const [type] = parameters.requiredList('notificationTypes', 1)
  const pageSize = parameters.integer('pageSize', { most: 100, otherwise: 30 })
  if (pageSize < 30) throw parameters.refuse("'pageSize' must be at least 30.")
  const version = parameters.text('payloadVersion')
  const token = parameters.text('nextToken')
  const found = seller.subscriptions.filter(
    (one) => one.notificationType === type && (!version || one.payloadVersion === version),
  )
  const place = token ? readToken(token) : undefined
  const { page, nextToken } = takePage(found, ({ subscriptionId }) => subscriptionId, pageSize, place)
  return {
    status: 200,
    body: { payload: { subscriptions: page.map(describe), ...(nextToken ? { nextToken } : {}) } },
  }
}

/** The subscription with the newest payload version, unless the query names one. */
function getSubscription(call: Call): Answer {
  const notificationType = readType(call)
  const version = call.query.get('payloadVersion')
  const [newest] = call.seller.subscriptions
    .filter((one) => one.notificationType === notificationType && (!version || one.payloadVersion === version))
    .toSorted((one, other) => compareText(other.payloadVersion, one.payloadVersion))
  if (!newest) throw notFound()
  return { status: 200, body: { payload: describe(newest) } }
}

function getSubscriptionById(call: Call): Answer {
  const { subscription } = findSubscription(call)
  return { status: 200, body: { payload: describe(subscription) } }
}

function deleteSubscriptionById(call: Call): Answer {
  const { seller, subscription } = findSubscription(call)
  seller.subscriptions = seller.subscriptions.filter((one) => one !== subscription)
  return { status: 200, body: {} }
}

function readType({ params }: Pick<Call, 'params'>): string {
  const type = params['notificationType'] ?? ''
  if (!isNotificationType(type)) throw invalidInput(`${type} is not a notification type.`)
  return type
}

/** Searches all sellers, because the application calls this without one. */
function findSubscription(call: { params: Call['params']; state: AmazonState }) {
  const notificationType = readType(call)
  for (const seller of Object.values(call.state.sellers)) {
    const subscription = seller.subscriptions.find(
      (one) => one.subscriptionId === call.params['subscriptionId'] && one.notificationType === notificationType,
    )
    if (subscription) return { seller, subscription }
  }
  throw notFound()
}

const notFound = () => new Refusal(404, 'NotFound', 'The subscription does not exist.')

const describe = ({ notificationType: _type, ...subscription }: Subscription) => subscription

const SendTest = z.object({
  destinationId: z.string().min(1),
  testNotification: z.object({ payloadVersion: z.string().min(1), testScenario: z.string().min(1) }),
})

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
