import { expect, it } from 'vitest'
import { buildUrl } from '../http.ts'
import { samples } from './fixtures/samples.ts'

it.each(samples)('$operation.name sends the request that Amazon documents', ({ operation, request, sends, body }) => {
  expect(`${operation.method} ${buildUrl('', request)}`).toBe(sends)
  expect(overTheWire(request.body)).toEqual(body)
})

it.each(samples)('$operation.name reads an answer of Amazon’s shape', ({ wire, answer, reads }) => {
  expect({ read: wire.parse(answer) }).toMatchObject({ read: reads })
})

it('every operation has a sample', () => {
  const files = import.meta.glob<object>(['./{*,fulfillment/*}.ts', '!**/*.test.ts', '!./{sellers,inventory}.ts'], {
    eager: true,
  })
  const operations = Object.values(files)
    .flatMap((file) => Object.values(file))
    .filter((value): value is { name: string } => typeof value === 'object' && value !== null && 'wire' in value)
  expect(new Set(samples.map(({ operation }) => operation.name))).toEqual(new Set(operations.map(({ name }) => name)))
})

it('only idempotent writes are repeated by the client', () => {
  const writes = samples.filter(({ operation }) => operation.method !== 'GET').map(({ operation }) => operation)
  const onceOnly = writes.filter(({ isRepeatable }) => !isRepeatable).map(({ name }) => name)
  expect(onceOnly.toSorted()).toEqual([
    'SubmitShipmentConfirmations',
    'SubmitShipments',
    'createDestination',
    'createFeed',
    'createFulfillmentOrder',
    'createFulfillmentReturn',
    'createProductReviewAndSellerFeedbackSolicitation',
    'createReport',
    'createSubscription',
    'submitAcknowledgement',
  ])
})

it('destinations and subscriptions by id use the application’s grant', () => {
  const grantless = samples.filter(({ operation }) => operation.grantlessScope).map(({ operation }) => operation)
  expect(new Set(grantless.map(({ grantlessScope }) => grantlessScope))).toEqual(
    new Set(['sellingpartnerapi::notifications']),
  )
  expect(grantless.map(({ name }) => name).toSorted()).toEqual([
    'createDestination',
    'deleteDestination',
    'deleteSubscriptionById',
    'getDestination',
    'getDestinations',
    'getSubscriptionById',
  ])
})

function overTheWire(body: object | undefined): unknown {
  return body && (JSON.parse(JSON.stringify(body)) as unknown)
}
