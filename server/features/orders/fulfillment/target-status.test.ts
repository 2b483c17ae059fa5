import { describe, expect, it } from 'vitest'
import type { OrderStatus } from '#contract/order-status.ts'
import { targetStatus, transitionsTo, type FulfillmentProgress } from './next-state.ts'

const nothing: FulfillmentProgress = {
  units: 2,
  unsent: 2,
  unaccepted: 2,
  isLive: false,
  isAccepted: false,
  isShipped: false,
  isDelivered: false,
}
const waiting: FulfillmentProgress = { ...nothing, unsent: 0, isLive: true }
const accepted: FulfillmentProgress = { ...waiting, unaccepted: 0, isAccepted: true }
const left: FulfillmentProgress = { ...accepted, isShipped: true }
const arrived: FulfillmentProgress = { ...left, isDelivered: true }

const whole = { isPartial: false, isUnwanted: false }
const unwanted = { isPartial: false, isUnwanted: true }
const of = (status: OrderStatus, given = whole) => ({ status, ...given })

describe('the target status of an order is', () => {
  it('sent once Amazon has accepted something of it', () => {
    expect(targetStatus(of('placed'), accepted)).toBe('sent_to_fulfillment')
    expect(targetStatus(of('acknowledged'), accepted)).toBe('sent_to_fulfillment')
  })

  it('unchanged while Amazon has not answered', () => {
    expect(targetStatus(of('placed'), waiting)).toBe('placed')
    expect(targetStatus(of('acknowledged'), waiting)).toBe('acknowledged')
  })

  it('shipped once something has shipped, and delivered once everything has arrived', () => {
    expect(targetStatus(of('sent_to_fulfillment'), left)).toBe('shipped')
    expect(targetStatus(of('shipped'), arrived)).toBe('delivered')
  })

  it('shipped as long as units are still to be sent', () => {
    expect(targetStatus({ ...of('shipped'), isPartial: true }, arrived)).toBe('shipped')
  })

  it('placed when Amazon has nothing of it any more', () => {
    expect(targetStatus(of('sent_to_fulfillment'), nothing)).toBe('placed')
    expect(targetStatus(of('acknowledged'), nothing)).toBe('acknowledged')
  })

  it('cancelled when that was requested and nothing of it can ship', () => {
    expect(targetStatus(of('sent_to_fulfillment', unwanted), nothing)).toBe('cancelled')
    expect(targetStatus(of('placed', unwanted), nothing)).toBe('cancelled')
  })

  it('not cancelled while a part may still ship', () => {
    expect(targetStatus(of('placed', unwanted), waiting)).toBe('placed')
    expect(targetStatus(of('sent_to_fulfillment', unwanted), accepted)).toBe('sent_to_fulfillment')
    expect(targetStatus(of('sent_to_fulfillment', unwanted), left)).toBe('shipped')
  })

  it('not cancelled once it has shipped', () => {
    expect(targetStatus(of('shipped', unwanted), nothing)).toBe('shipped')
  })

  it('cancelled for good', () => {
    expect(targetStatus(of('cancelled'), left)).toBe('cancelled')
    expect(targetStatus(of('cancelled'), nothing)).toBe('cancelled')
  })
})

describe('an order gets there', () => {
  it.each<[OrderStatus, OrderStatus, OrderStatus[]]>([
    ['placed', 'sent_to_fulfillment', ['sent_to_fulfillment']],
    ['acknowledged', 'sent_to_fulfillment', ['sent_to_fulfillment']],
    ['placed', 'delivered', ['sent_to_fulfillment', 'shipped', 'delivered']],
    ['sent_to_fulfillment', 'shipped', ['shipped']],
    ['sent_to_fulfillment', 'delivered', ['shipped', 'delivered']],
    ['shipped', 'delivered', ['delivered']],
    ['sent_to_fulfillment', 'placed', ['placed']],
    ['placed', 'cancelled', ['cancelled']],
    ['sent_to_fulfillment', 'cancelled', ['cancelled']],
  ])('from %s to %s by %j', (from, to, steps) => {
    expect(transitionsTo(from, to)).toEqual(steps)
  })

  it.each<[OrderStatus, OrderStatus]>([
    ['placed', 'placed'],
    ['acknowledged', 'acknowledged'],
    ['acknowledged', 'placed'],
    ['sent_to_fulfillment', 'sent_to_fulfillment'],
    ['delivered', 'shipped'],
    ['delivered', 'delivered'],
    ['cancelled', 'cancelled'],
  ])('from %s to %s by no transition', (from, to) => {
    expect(transitionsTo(from, to)).toEqual([])
  })
})
