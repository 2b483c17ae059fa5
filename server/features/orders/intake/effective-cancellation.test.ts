import { expect, it } from 'vitest'
import { effectiveCancellation } from './plan-revision.ts'
import { orderState, at, eventOf } from './fixtures/known-order.ts'

const cancelledAt = (minute: number | null) => orderState({ cancelledBy: eventOf('order.cancelled', minute) })

it.each([
  ['nobody has restored', 3, null],
  ['a person had restored before', 11, at(10)],
  ['a person has restored, when the order of events is unknown', null, at(10)],
])('a cancellation counts for an order that %s', (_, minute, restoredAt) => {
  expect(effectiveCancellation(cancelledAt(minute), { restoredAt })).toEqual(eventOf('order.cancelled', minute))
})

it.each([
  ['later', 3],
  ['at the same moment', 10],
])('a cancellation does not count when a person restored the order %s', (_, minute) => {
  expect(effectiveCancellation(cancelledAt(minute), { restoredAt: at(10) })).toBeNull()
})

it('there is no cancellation without an event', () => {
  expect(effectiveCancellation(orderState(), { restoredAt: at(10) })).toBeNull()
})
