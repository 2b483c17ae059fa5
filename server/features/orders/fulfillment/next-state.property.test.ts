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

/** An order with one line per attempt. */
const orderOf = (status: OrderStatus, requested: Pick<Attempt, 'cancelPurpose' | 'cancelRequestedAt'>): SentOrder => {
  const ids = Array.from({ length: attempts }, (_, index) => `${index}`)
  return {
    id: 'order',
    orderNumber: 'LS-1',
    status,
    total: '0.00',
    currency: 'USD',
    partialReason: null,
    channelName: null,
    channelConfig: null,
    messagesCustomer: null,
    customer: null,
    lines: ids.map((id) => ({ id, sku: id, externalItemId: null, quantity: 1 })),
    attempts: ids.map((id) => ({
      ...attempt,
      ...requested,
      id,
      items: [{ ...item, fulfillmentId: id, orderItemId: id }],
    })),
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

const update = fc.record({
  of: fc.integer({ min: 0, max: attempts - 1 }),
  status: fc.constantFrom(...fulfillmentStatuses),
})
const request = fc.oneof(
  fc.constant({ cancelPurpose: null, cancelRequestedAt: null }),
  fc.constantFrom(...cancelPurposes).map((cancelPurpose) => ({ cancelPurpose, cancelRequestedAt: now })),
)

/** The order after one more update; its transitions are collected. */
function nextStateAfter(
  order: SentOrder,
  { of, status }: { of: number; status: Attempt['status'] },
  transitions: [OrderStatus, OrderStatus][],
) {
  const subject = order.attempts[of]
  if (!subject) return order
  const outcome = nextState({ order, attempt: subject }, localUpdate(amazonActor, status, now), subject.items)
  const steps = transitionsTo(order.status, outcome.orderStatus)
  for (const [index, step] of steps.entries()) transitions.push([steps[index - 1] ?? order.status, step])
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
      request,
      fc.array(update, { maxLength: 30 }),
      (start, requested, updates) => {
        const transitions: [OrderStatus, OrderStatus][] = []
        const end = updates.reduce((order, each) => nextStateAfter(order, each, transitions), orderOf(start, requested))
        const isAllowed = transitions.every(
          ([from, to]) =>
            orderTransitions[from].includes(to) &&
            from !== 'cancelled' &&
            from !== 'delivered' &&
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
    // Three in a thousand runs end as delivered, so that this many reach every status.
    { numRuns: 6_000 },
  )
  expect([...reached].sort()).toEqual([...orderStatuses].sort())
})

it('the end state does not depend on the order and number of updates', () => {
  const states = [
    ['submitted', 'received', 'planning', 'processing', 'shipped', 'delivered'],
    ['submitted', 'planning', 'processing', 'shipped'],
    ['received', 'planning', 'cancelled'],
    ['submitted', 'unfulfillable'],
    ['submitted', 'planning'],
  ] as const
  const deliveries = fc.tuple(...Array.from({ length: attempts }, () => fc.constantFrom(...states))).chain((chosen) => {
    const updates = chosen.flatMap((state, of) =>
      state.flatMap((status) => [
        { of, status },
        { of, status },
      ]),
    )
    return fc.tuple(fc.constant(updates), fc.shuffledSubarray(updates, { minLength: updates.length }))
  })
  fc.assert(
    fc.property(request, deliveries, (requested, [inOrder, shuffled]) => {
      const end = (updates: typeof inOrder) =>
        updates.reduce((order, each) => nextStateAfter(order, each, []), orderOf('placed', requested))
      expect(end(shuffled)).toEqual(end(inOrder))
    }),
    { numRuns: 400 },
  )
})
