import { describe, expect, it } from 'vitest'
import {
  obstacleTo,
  obstacleToClosing,
  obstacleToResubmitting,
  orderActions,
  reviewWindowDays,
  type OrderAction,
} from './order-actions.ts'
import { observingRefusal } from './observe-values.ts'
import { orderStatuses, type OrderStatus } from './order-status.ts'

const now = new Date('2026-03-31T10:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 3600 * 1000).toISOString()

const plain = {
  status: 'placed' as OrderStatus,
  isHeld: false,
  channelHold: null,
  isPartial: false,
  transit: null,
  hasShipped: false,
  deliveredAt: null,
  reviewRequestedAt: null,
  hasEmail: true,
  isObserving: false,
}
type Subject = Parameters<typeof obstacleTo>[1]

const obstacle = (action: OrderAction, order: Partial<Subject>) => obstacleTo(action, { ...plain, ...order }, now)

const saysStatus: Record<OrderStatus, string> = {
  placed: 'The order is placed.',
  acknowledged: 'The order has been acknowledged.',
  sent_to_fulfillment: 'The order has been sent to fulfillment.',
  shipped: 'The order has shipped.',
  delivered: 'The order has been delivered.',
  cancelled: 'The order has been cancelled.',
}

/** In which statuses an order that nothing else is wrong with lets an action be done. */
const allowed: Record<OrderAction, readonly OrderStatus[]> = {
  acknowledge: ['placed'],
  fulfill: ['placed', 'acknowledged'],
  resend: ['placed', 'acknowledged'],
  ship: ['placed', 'acknowledged'],
  edit_address: ['placed', 'acknowledged'],
  substitute: ['placed', 'acknowledged'],
  hold: ['placed', 'acknowledged'],
  release: [],
  cancel: ['placed', 'acknowledged', 'sent_to_fulfillment'],
  restore: ['cancelled'],
  request_review: ['delivered'],
}

describe('in observe mode', () => {
  it.each(['acknowledge', 'fulfill', 'resend', 'ship', 'cancel'] as const)('nothing is told outside: %s', (action) => {
    expect(obstacle(action, { isObserving: true })).toBe(observingRefusal)
  })

  it.each(['edit_address', 'substitute', 'hold'] as const)('what stays in Lockstep is possible: %s', (action) => {
    expect(obstacle(action, { isObserving: true })).toBeNull()
  })

  it('an order at Amazon is not stopped in order to be sent anew', () => {
    const order = { status: 'sent_to_fulfillment', transit: null, channelHold: null, isObserving: true } as const
    expect(obstacleToResubmitting(order)).toBe(observingRefusal)
  })
})

describe('what can be done to an order', () => {
  const pairs = orderActions.flatMap((action) => orderStatuses.map((status) => [action, status] as const))
  const named = pairs.filter(([action]) => action !== 'release')

  it.each(named)('%s while it is %s: allowed, or refused by naming the status', (action, status) => {
    const found = obstacle(action, { status, deliveredAt: status === 'delivered' ? daysAgo(6) : null })
    if (allowed[action].includes(status)) expect(found).toBeNull()
    else if (action === 'request_review' && status !== 'cancelled') expect(found).toBe('Available after delivery')
    else expect(found).toBe(saysStatus[status])
  })

  it.each(orderStatuses)('can be released only while it is on hold: %s', (status) => {
    expect(obstacle('release', { status })).toBe('The order is not on hold.')
    expect(obstacle('release', { status, isHeld: true })).toBeNull()
  })
})

describe('an order that its shop keeps on hold', () => {
  const channelHold = { code: 'on_hold', reason: 'The shop put the order on hold.' } as const
  const sentence = 'The shop put the order on hold. The order will continue when the shop releases it.'

  it.each(['fulfill', 'resend', 'ship'] as const)('is not sent and says why: %s', (action) => {
    expect(obstacle(action, { channelHold })).toBe(sentence)
    expect(obstacle(action, { channelHold, transit: action === 'resend' ? 'sending' : null })).toBe(sentence)
    expect(obstacle(action, { channelHold, isHeld: true })).toBe(sentence)
  })

  it('is not cancelled at Amazon in order to be sent anew', () => {
    expect(
      obstacleToResubmitting({ status: 'sent_to_fulfillment', transit: null, channelHold, isObserving: false }),
    ).toBe(sentence)
  })

  it('can’t be released by a person, and can be held, corrected and cancelled', () => {
    expect(obstacle('release', { channelHold })).toBe('The order is not on hold.')
    for (const action of ['hold', 'edit_address', 'cancel', 'acknowledge'] as const) {
      expect(obstacle(action, { channelHold })).toBeNull()
    }
  })
})

describe('an order that its shop shipped itself', () => {
  it.each(orderStatuses)('is closed only before it went to Amazon: %s', (status) => {
    const isOpen = status === 'placed' || status === 'acknowledged'
    expect(obstacleToClosing({ status, transit: null })).toBe(isOpen ? null : saysStatus[status])
    if (isOpen) expect(obstacleToClosing({ status, transit: 'sending' })).toBe('The order is being sent to Amazon.')
  })
})

describe('an order on hold', () => {
  it.each(['fulfill', 'resend', 'ship'] as const)('is not sent: %s', (action) => {
    expect(obstacle(action, { isHeld: true })).toBe('The order is on hold. Release it first.')
  })

  it('is not held twice', () => {
    expect(obstacle('hold', { isHeld: true })).toBe('The order is already on hold.')
  })

  it.each(['acknowledge', 'edit_address', 'cancel'] as const)('can still be changed: %s', (action) => {
    expect(obstacle(action, { isHeld: true })).toBeNull()
  })
})

describe('an order on its way to Amazon', () => {
  it.each(['fulfill', 'ship', 'edit_address', 'hold'] as const)('cannot be changed: %s', (action) => {
    expect(obstacle(action, { transit: 'sending' })).toBe('The order is being sent to Amazon.')
  })

  it.each(['resend', 'cancel'] as const)('can be resent or cancelled: %s', (action) => {
    expect(obstacle(action, { transit: 'sending' })).toBeNull()
  })

  it('is cancelled once', () => {
    expect(obstacle('cancel', { transit: 'cancelling' })).toBe('Amazon has already been asked to cancel it.')
  })

  it.each(['fulfill', 'resend', 'ship'] as const)('is not sent again while it is being cancelled: %s', (action) => {
    expect(obstacle(action, { transit: 'cancelling' })).toBe('Amazon has been asked to cancel it.')
    expect(obstacle(action, { transit: 'resending' })).toBe('Amazon has been asked to cancel it.')
  })

  it('can be cancelled for good while it is stopped in order to be sent anew', () => {
    expect(obstacle('cancel', { status: 'sent_to_fulfillment', transit: 'resending' })).toBeNull()
  })

  it.each(orderStatuses)('is stopped in order to be sent anew where Amazon may have it: %s', (status) => {
    const mayHaveIt = status === 'sent_to_fulfillment' || status === 'shipped'
    const refusal = mayHaveIt ? null : saysStatus[status]
    const order = { status, channelHold: null, isObserving: false }
    expect(obstacleToResubmitting({ ...order, transit: null })).toBe(refusal)
    expect(obstacleToResubmitting({ ...order, transit: 'sending' })).toBeNull()
    expect(obstacleToResubmitting({ ...order, transit: 'resending' })).toBe(
      'Amazon has already been asked to cancel it.',
    )
  })
})

describe('the rest of an order', () => {
  it.each(['sent_to_fulfillment', 'shipped'] as const)('can be sent while the order is %s', (status) => {
    for (const action of ['fulfill', 'ship'] as const) {
      expect(obstacle(action, { status, isPartial: true })).toBeNull()
      expect(obstacle(action, { status, isPartial: true, isHeld: true })).toMatch(/on hold/)
    }
  })

  it.each(['delivered', 'cancelled'] as const)('is not sent once the order is %s', (status) => {
    expect(obstacle('fulfill', { status, isPartial: true })).toBe(saysStatus[status])
  })
})

describe('a cancelled order', () => {
  it('is not taken up again once something of it has shipped', () => {
    expect(obstacle('restore', { status: 'cancelled', hasShipped: true })).toBe('Part of the order has shipped.')
  })
})

describe('asking for a review', () => {
  const asked = (delivered: number, order: Partial<Subject> = {}) =>
    obstacle('request_review', { status: 'delivered', deliveredAt: daysAgo(delivered), ...order })
  const { from, to } = reviewWindowDays

  it.each([from, (from + to) / 2, to])('is done %d days after delivery', (days) => {
    expect(asked(days)).toBeNull()
  })

  it.each([
    [from - 0.01, /^Available 5 days after delivery$/],
    [to + 0.01, /^Available up to 30 days after delivery$/],
  ])('is not done %d days after delivery', (days, sentence) => {
    expect(asked(days)).toMatch(sentence)
  })

  it('waits for the whole order, though a part of it has been delivered', () => {
    expect(asked(6, { status: 'shipped' })).toBe('Available after delivery')
  })

  it('is not done where nobody knows when the order was delivered', () => {
    expect(asked(6, { deliveredAt: null })).toBe('The order has been delivered.')
  })

  it('is done once, and only where somebody can be written to', () => {
    expect(asked(6, { reviewRequestedAt: daysAgo(1) })).toBe('A review has already been requested.')
    expect(asked(6, { hasEmail: false })).toBe('The customer has no email address.')
  })
})
