import { expect, it } from 'vitest'
import type { Attempt, SentOrder } from './queries.ts'
import { aLine, anAttempt, anItem, anOrderOf, now } from './fixtures/sent-order.ts'
import { unitsToResend } from './next-state.ts'

const before = new Date('2026-03-01T10:00:00Z')
const cancelRequest = { cancelRequestedAt: now, cancelPurpose: 'send_again' } as const
const stopping = anAttempt({ status: 'planning', ...cancelRequest })

const sendAgain = (status: Attempt['status'], others: Attempt[] = [], order: Partial<SentOrder> = {}) =>
  unitsToResend({ order: anOrderOf([stopping, ...others], order), attempt: stopping, status })

const another = (given: Partial<Attempt>) =>
  anAttempt({ id: 'attempt-2', status: 'cancelled', ...cancelRequest, ...given })

it('cancelled units are resent, and shipping ones are not', () => {
  expect(sendAgain('cancelled')).toEqual([{ orderItemId: 'lamp', quantity: 2 }])
  expect(sendAgain('processing')).toEqual([])
  expect(sendAgain('unfulfillable')).toEqual([])
})

it('units stopped by the same request are resent together', () => {
  const lines = [aLine('lamp', 2), aLine('chair', 1)]
  const chair = another({ items: [anItem('chair', 1)] })
  expect(sendAgain('cancelled', [chair], { lines })).toEqual([
    { orderItemId: 'lamp', quantity: 2 },
    { orderItemId: 'chair', quantity: 1 },
  ])
  expect(sendAgain('processing', [chair], { lines })).toEqual([{ orderItemId: 'chair', quantity: 1 }])
})

it('units stopped for another reason, or never sent, are not resent', () => {
  const lines = [aLine('lamp', 6), aLine('chair', 1)]
  const older = another({ cancelRequestedAt: before, items: [anItem('chair', 1), anItem('lamp', 1)] })
  const failed = another({ cancelRequestedAt: null, items: [anItem('chair', 1)] })
  expect(sendAgain('cancelled', [older, failed], { lines })).toEqual([{ orderItemId: 'lamp', quantity: 2 }])
})

it('units in another live attempt are not resent', () => {
  const onItsWay = another({ status: 'shipped', cancelRequestedAt: null, items: [anItem('lamp', 1)] })
  expect(sendAgain('cancelled', [onItsWay])).toEqual([{ orderItemId: 'lamp', quantity: 1 }])
})
