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

const wanted = { isPartial: false, isUnwanted: false }
const unwanted = { isPartial: false, isUnwanted: true }
const of = (status: OrderStatus, given = wanted) => ({ status, ...given })

describe('an order belongs', () => {
  it('with Amazon once Amazon has accepted something of it', () => {
    expect(targetStatus(of('placed'), accepted)).toBe('sent_to_fulfillment')
    expect(targetStatus(of('acknowledged'), accepted)).toBe('sent_to_fulfillment')
  })

  it('where it is while Amazon has not answered', () => {
    expect(targetStatus(of('placed'), waiting)).toBe('placed')
    expect(targetStatus(of('acknowledged'), waiting)).toBe('acknowledged')
  })

  it('with the shipped ones once something has left, and with the delivered ones once all has arrived', () => {
    expect(targetStatus(of('sent_to_fulfillment'), left)).toBe('shipped')
    expect(targetStatus(of('shipped'), arrived)).toBe('delivered')
  })

  it('with the shipped ones as long as units of it are still to be sent', () => {
    expect(targetStatus({ ...of('shipped'), isPartial: true }, arrived)).toBe('shipped')
  })

  it('back with the placed ones when nothing of it is with Amazon any more', () => {
    expect(targetStatus(of('sent_to_fulfillment'), nothing)).toBe('placed')
    expect(targetStatus(of('acknowledged'), nothing)).toBe('acknowledged')
  })

  it('with the cancelled ones when it is not wanted and nothing of it can ship any more', () => {
    expect(targetStatus(of('sent_to_fulfillment', unwanted), nothing)).toBe('cancelled')
    expect(targetStatus(of('placed', unwanted), nothing)).toBe('cancelled')
  })

  it('not with the cancelled ones while a part of it may still ship', () => {
    expect(targetStatus(of('placed', unwanted), waiting)).toBe('placed')
    expect(targetStatus(of('sent_to_fulfillment', unwanted), accepted)).toBe('sent_to_fulfillment')
    expect(targetStatus(of('sent_to_fulfillment', unwanted), left)).toBe('shipped')
  })

  it('not with the cancelled ones once it has shipped', () => {
    expect(targetStatus(of('shipped', unwanted), nothing)).toBe('shipped')
  })

  it('with the cancelled ones for good', () => {
    expect(targetStatus(of('cancelled'), left)).toBe('cancelled')
    expect(targetStatus(of('cancelled'), nothing)).toBe('cancelled')
  })
})

describe('an order comes there', () => {
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
  ])('from %s to %s by no step', (from, to) => {
    expect(transitionsTo(from, to)).toEqual([])
  })
})
