import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { readBody, parametersOf } from '../request-input.ts'
import type { Answer, Call } from '../operation.ts'
import { invalidInput, Refusal } from '../refusal.ts'
import { readToken, takePage } from '../paging.ts'
import type { AmazonState } from '../state.ts'
import { compareText } from '../iso-time.ts'
import { type Subscription, goesToEventBridge, isNotificationType } from './subscription.ts'
import { findDestination } from './destinations.ts'

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

export function createSubscription(call: Call): Answer {
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

export function getSubscriptions({ query, seller }: Call): Answer {
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
export function getSubscription(call: Call): Answer {
  const notificationType = readType(call)
  const version = call.query.get('payloadVersion')
  const [newest] = call.seller.subscriptions
    .filter((one) => one.notificationType === notificationType && (!version || one.payloadVersion === version))
    .toSorted((one, other) => compareText(other.payloadVersion, one.payloadVersion))
  if (!newest) throw notFound()
  return { status: 200, body: { payload: describe(newest) } }
}

export function getSubscriptionById(call: Call): Answer {
  const { subscription } = findSubscription(call)
  return { status: 200, body: { payload: describe(subscription) } }
}

export function deleteSubscriptionById(call: Call): Answer {
  const { seller, subscription } = findSubscription(call)
  seller.subscriptions = seller.subscriptions.filter((one) => one !== subscription)
  return { status: 200, body: {} }
}

export function readType({ params }: Pick<Call, 'params'>): string {
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
