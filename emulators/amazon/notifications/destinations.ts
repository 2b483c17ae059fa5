import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { readBody } from '../request-input.ts'
import type { Answer, Call } from '../operation.ts'
import { Refusal } from '../refusal.ts'
import type { AmazonState } from '../state.ts'
import type { Destination } from './subscription.ts'

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

export function createDestination({ body, state }: Call): Answer {
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

export const getDestinations = ({ state }: Call): Answer => ({
  status: 200,
  body: { payload: Object.values(state.notifications.destinations) },
})

export const getDestination = ({ params, state }: Call): Answer => ({
  status: 200,
  body: { payload: findDestination(state, params['destinationId'] ?? '') },
})

export function deleteDestination({ params, state }: Call): Answer {
  const { destinationId } = findDestination(state, params['destinationId'] ?? '')
  const isUsed = Object.values(state.sellers).some(({ subscriptions }) =>
    subscriptions.some((subscription) => subscription.destinationId === destinationId),
  )
  if (isUsed) throw new Refusal(409, 'Conflict', 'Subscriptions still use this destination.')
  delete state.notifications.destinations[destinationId]
  return { status: 200, body: {} }
}

export function findDestination(state: AmazonState, destinationId: string): Destination {
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
