import { describe, expect, it } from 'vitest'
import { AppError } from './errors.ts'
import {
  attentionCodes,
  canDismiss,
  hasEnded,
  hasLeft,
  isLive,
  moveOrder,
  advances,
  orderStatusText,
  orderTransitions,
  fulfillmentStatuses,
  orderStatuses,
  type FulfillmentStatus,
  type OrderStatus,
} from './order-status.ts'

const pairs = orderStatuses.flatMap((from) => orderStatuses.map((to) => [from, to] as const))
const allowed = [
  ['placed', 'acknowledged'],
  ['placed', 'sent_to_fulfillment'],
  ['placed', 'cancelled'],
  ['acknowledged', 'sent_to_fulfillment'],
  ['acknowledged', 'cancelled'],
  ['sent_to_fulfillment', 'placed'],
  ['sent_to_fulfillment', 'shipped'],
  ['sent_to_fulfillment', 'cancelled'],
  ['shipped', 'delivered'],
  ['delivered', 'shipped'],
  ['cancelled', 'placed'],
] as const satisfies (readonly [OrderStatus, OrderStatus])[]
const isAllowed = ([from, to]: readonly [OrderStatus, OrderStatus]) =>
  allowed.some((pair) => pair[0] === from && pair[1] === to)

describe('an order', () => {
  it.each(allowed)('goes from %s to %s', (from, to) => {
    expect(moveOrder(from, to)).toBe(to)
  })

  it.each(pairs.filter((pair) => !isAllowed(pair)))(
    'does not go from %s to %s, and says where it stands',
    (from, to) => {
      const refused = () => moveOrder(from, to)
      expect(refused).toThrow(AppError)
      expect(refused).toThrow(`The order is ${orderStatusText[from]};`)
    },
  )

  it('can reach each of its statuses', () => {
    const reached = new Set<OrderStatus>(['placed'])
    for (const status of reached) for (const next of orderTransitions[status]) reached.add(next)
    expect([...reached].sort()).toEqual([...orderStatuses].sort())
  })
})

const statuses = fulfillmentStatuses.flatMap((from) => fulfillmentStatuses.map((to) => [from, to] as const))

describe('a fulfillment', () => {
  it('moves forward, also over skipped statuses, and never back', () => {
    const way = fulfillmentStatuses.filter((status) => isLive(status))
    const moves = way.flatMap((from, here) =>
      way.map((to, there) => [advances(from, to), there > here && from !== 'delivered']),
    )
    expect(moves.every(([does, may]) => does === may)).toBe(true)
  })

  it('can fail until some of it has shipped', () => {
    const failing = statuses.filter(([from, to]) => !isLive(to) && advances(from, to)).map(([from]) => from)
    const before: FulfillmentStatus[] = ['pending', 'submitted', 'received', 'planning', 'processing']
    expect(new Set(failing)).toEqual(new Set(before))
    expect(before.some(hasLeft)).toBe(false)
  })

  it('stays in its final status', () => {
    expect(statuses.filter(([from]) => hasEnded(from)).some(([from, to]) => advances(from, to))).toBe(false)
  })
})

describe('an attention item', () => {
  it('of a cancellation by the channel is dismissed only once it comes too late', () => {
    const dismissed = orderStatuses.filter((status) => canDismiss('cancelled_by_channel', status))
    expect(dismissed).toEqual(['shipped', 'delivered'])
  })

  it('that stops an order until it is solved is never dismissed', () => {
    const blocking = attentionCodes.filter((code) => orderStatuses.every((status) => !canDismiss(code, status)))
    expect(blocking).toEqual([
      'unmapped_sku',
      'not_enough_stock',
      'bad_address',
      'rejected_by_amazon',
      'unfulfillable',
      'stuck_in_planning',
      'submission_unanswered',
      'push_back_failed',
    ])
  })
})
