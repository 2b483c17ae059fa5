import { expect, it } from 'vitest'
import { cancellationIn } from './cancellation.ts'
import { aStory, at, newsOf } from './fixtures/known-order.ts'

const cancelledAt = (minute: number | null) => aStory({ cancelledBy: newsOf('order.cancelled', minute) })

it.each([
  ['nobody has taken up again', 3, null],
  ['a person had taken up again before', 11, at(10)],
  ['a person has taken up again, when nobody knows which came first', null, at(10)],
])('cancels an order that %s', (_, minute, restoredAt) => {
  expect(cancellationIn(cancelledAt(minute), { restoredAt })).toEqual(newsOf('order.cancelled', minute))
})

it.each([
  ['before', 3],
  ['at the same moment', 10],
])('is over when a person took the order up again %s', (_, minute) => {
  expect(cancellationIn(cancelledAt(minute), { restoredAt: at(10) })).toBeNull()
})

it('is not there where nobody cancelled anything', () => {
  expect(cancellationIn(aStory(), { restoredAt: at(10) })).toBeNull()
})
