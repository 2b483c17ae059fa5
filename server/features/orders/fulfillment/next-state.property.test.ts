import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  isLive,
  orderTransitions,
  cancelPurposes,
  fulfillmentStatuses,
  orderStatuses,
  type OrderStatus,
} from '#contract/order-status.ts'
import type { Attempt, SentOrder } from './queries.ts'
import { amazonActor } from '../timeline.ts'
import { transitionsTo, nextState } from './next-state.ts'
import { localUpdate } from './fulfillment-update.ts'

const now = new Date('2026-03-02T10:00:00Z')
const attempts = 3

/** An order of which each attempt is to send one line. */
const orderOf = (status: OrderStatus, wish: Pick<Attempt, 'cancelPurpose' | 'cancelRequestedAt'>): SentOrder => {
  const ids = Array.from({ length: attempts }, (_, index) => `${index}`)
  return {
    id: 'order',
    orderNumber: 'LS-1',
    status,
    total: '0.00',
    currency: 'USD',
    partialReason: null,
    channelName: null,
    customer: null,
    lines: ids.map((id) => ({ id, sku: id, externalItemId: null, quantity: 1 })),
    attempts: ids.map((id) => ({ ...attempt, ...wish, id, items: [{ ...item, fulfillmentId: id, orderItemId: id }] })),
  }
}

const item = { quantity: 1, cancelledQuantity: 0, unfulfillableQuantity: 0 }
const attempt = {
  status: 'pending',
  acceptedAt: null,
  submittedAt: now,
  checkedAt: null,
  cancelAskedAt: null,
  resendSpeed: null,
} as unknown as Attempt

const word = fc.record({
  of: fc.integer({ min: 0, max: attempts - 1 }),
  status: fc.constantFrom(...fulfillmentStatuses),
})
const wish = fc.oneof(
  fc.constant({ cancelPurpose: null, cancelRequestedAt: null }),
  fc.constantFrom(...cancelPurposes).map((cancelPurpose) => ({ cancelPurpose, cancelRequestedAt: now })),
)

/** What becomes of the order with one word more; each step that it takes is noted. */
function hear(
  order: SentOrder,
  { of, status }: { of: number; status: Attempt['status'] },
  taken: [OrderStatus, OrderStatus][],
) {
  const subject = order.attempts[of]
  if (!subject) return order
  const outcome = nextState({ order, attempt: subject }, localUpdate(amazonActor, status, now), subject.items)
  const steps = transitionsTo(order.status, outcome.orderStatus)
  for (const [index, step] of steps.entries()) taken.push([steps[index - 1] ?? order.status, step])
  return {
    ...order,
    status: steps.at(-1) ?? order.status,
    partialReason: outcome.partialReason,
    attempts: order.attempts.map((one) => (one === subject ? { ...one, status: outcome.status } : one)),
  }
}

const reached = new Set<OrderStatus>()

it('an order never makes a forbidden transition, whatever updates arrive in whatever order', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('placed' as const, 'acknowledged' as const),
      wish,
      fc.array(word, { maxLength: 30 }),
      (start, wish, words) => {
        const taken: [OrderStatus, OrderStatus][] = []
        const end = words.reduce((order, word) => hear(order, word, taken), orderOf(start, wish))
        const isAllowed = taken.every(
          ([from, to]) =>
            orderTransitions[from].includes(to) &&
            from !== 'cancelled' &&
            (to !== 'placed' || from === 'sent_to_fulfillment'),
        )
        const live = end.attempts.filter(({ status }) => isLive(status))
        const hasEndedWell = end.status !== 'cancelled' || live.length === 0
        const hasArrived = end.status !== 'delivered' || live.every(({ status }) => status === 'delivered')
        expect({ isAllowed, hasEndedWell, hasArrived }).toEqual({
          isAllowed: true,
          hasEndedWell: true,
          hasArrived: true,
        })
        reached.add(end.status)
      },
    ),
    // Three in a thousand end as delivered: of so many, some do.
    { numRuns: 6_000 },
  )
  expect([...reached].sort()).toEqual([...orderStatuses].sort())
})

it('the end state does not depend on the order and number of updates', () => {
  const stories = [
    ['submitted', 'received', 'planning', 'processing', 'shipped', 'delivered'],
    ['submitted', 'planning', 'processing', 'shipped'],
    ['received', 'planning', 'cancelled'],
    ['submitted', 'unfulfillable'],
    ['submitted', 'planning'],
  ] as const
  const told = fc.tuple(...Array.from({ length: attempts }, () => fc.constantFrom(...stories))).chain((chosen) => {
    const words = chosen.flatMap((story, of) =>
      story.flatMap((status) => [
        { of, status },
        { of, status },
      ]),
    )
    return fc.tuple(fc.constant(words), fc.shuffledSubarray(words, { minLength: words.length }))
  })
  fc.assert(
    fc.property(wish, told, (wish, [inTurn, shuffled]) => {
      const end = (words: typeof inTurn) =>
        words.reduce((order, word) => hear(order, word, []), orderOf('placed', wish))
      expect(end(shuffled)).toEqual(end(inTurn))
    }),
    { numRuns: 400 },
  )
})
