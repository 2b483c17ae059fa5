import { expect, it } from 'vitest'
import { effectiveCancellation } from './plan-revision.ts'
import { orderState, at, eventOf } from './fixtures/known-order.ts'

const cancelledAt = (minute: number | null) => orderState({ cancelledBy: eventOf('order.cancelled', minute) })

it.each([
  ['nobody has taken up again', 3, null],
  ['a person had taken up again before', 11, at(10)],
  ['a person has taken up again, when nobody knows which came first', null, at(10)],
])('a cancellation counts for an order that %s', (_, minute, restoredAt) => {
  expect(effectiveCancellation(cancelledAt(minute), { restoredAt })).toEqual(eventOf('order.cancelled', minute))
})

it.each([
  ['before', 3],
  ['at the same moment', 10],
])('a cancellation does not count when a person restored the order %s', (_, minute) => {
  expect(effectiveCancellation(cancelledAt(minute), { restoredAt: at(10) })).toBeNull()
})

it('there is no cancellation without an event', () => {
  expect(effectiveCancellation(orderState(), { restoredAt: at(10) })).toBeNull()
})
