import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { at, eventOf, snapshotOf, incomingOrder } from './fixtures/known-order.ts'
import { reduceEvents, latest, type KnownOrder, type ChannelOrderState, type OrderEvent } from './order-events.ts'

const known: KnownOrder = {
  channelId: 'shop',
  externalOrderId: '1042',
  orderId: 'order-1',
  orderNumber: 'LS-10001',
  channelUpdatedAt: at(10),
  isClosed: false,
}

const stateOf = (events: OrderEvent[], ...orders: KnownOrder[]): ChannelOrderState | undefined =>
  reduceEvents(events, orders).get('shop 1042')

const created = snapshotOf('order.created', 1, incomingOrder({ notes: 'as created' }))
const changed = snapshotOf('order.updated', 5, incomingOrder({ notes: 'as changed' }))
const changedAgain = snapshotOf('order.updated', 7, incomingOrder({ notes: 'as changed again' }))
const cancelled = eventOf('order.cancelled', 6)
const cancelledWhole = snapshotOf('order.cancelled', 8)
const shipped = eventOf('order.shipped', 9)

describe('events of an unknown order', () => {
  it('create it, whatever their type', () => {
    expect(stateOf([created])).toEqual({
      channelId: 'shop',
      externalOrderId: '1042',
      known: null,
      latestSnapshot: created,
      at: at(1),
      cancelledBy: null,
      shippedBy: null,
      hold: { hold: null, at: at(1), by: created.by },
      lateEvents: [],
    })
    expect(stateOf([changed])).toMatchObject({ latestSnapshot: changed, at: at(5) })
  })

  it('end the same in whatever order they come and however often', () => {
    const all = [created, changed, changedAgain, cancelled, cancelledWhole, shipped]
    const inAnyOrder = fc.shuffledSubarray([...all, ...all], { minLength: 12 })
    fc.assert(
      fc.property(inAnyOrder, (events) => {
        expect(stateOf(events)).toMatchObject({
          latestSnapshot: cancelledWhole,
          at: at(8),
          cancelledBy: cancelledWhole,
          shippedBy: shipped,
        })
      }),
    )
  })

  it('have no snapshot when they only name it', () => {
    expect(stateOf([cancelled])).toMatchObject({
      latestSnapshot: null,
      at: null,
      cancelledBy: cancelled,
      lateEvents: [],
    })
    expect(stateOf([shipped])).toMatchObject({ latestSnapshot: null, at: null, cancelledBy: null, shippedBy: shipped })
  })
})

describe('events of a known order', () => {
  it.each([
    ['newer ones', 11, at(11)],
    ['those of the same moment', 10, at(10)],
    ['those of which nobody knows when it was', null, at(10)],
  ])('have the newest snapshot: %s', (_, minute, newest) => {
    const events = snapshotOf('order.updated', minute)
    expect(stateOf([events], known)).toMatchObject({ known, latestSnapshot: events, at: newest, lateEvents: [] })
  })

  it('have the newest snapshot when the known time is missing', () => {
    expect(stateOf([changed], { ...known, channelUpdatedAt: null })).toMatchObject({
      latestSnapshot: changed,
      at: at(5),
    })
  })

  it('are late when newer events are known', () => {
    expect(stateOf([changed, changedAgain], known)).toMatchObject({
      latestSnapshot: null,
      at: at(10),
      lateEvents: [changed, changedAgain],
    })
  })

  it('have no snapshot when they are created events, and are late only if older', () => {
    const createdOnceMore = snapshotOf('order.created', 12)
    const createdSometime = snapshotOf('order.created', null)
    expect(stateOf([createdOnceMore, createdSometime], known)).toMatchObject({
      latestSnapshot: null,
      at: at(10),
      lateEvents: [],
    })
    expect(stateOf([createdOnceMore], { ...known, channelUpdatedAt: null })).toMatchObject({
      latestSnapshot: null,
      lateEvents: [],
    })
    expect(stateOf([created], known)).toMatchObject({ latestSnapshot: null, lateEvents: [created] })
  })

  it('cancel it even when late', () => {
    const late = snapshotOf('order.cancelled', 8)
    expect(stateOf([late], known)).toMatchObject({ latestSnapshot: null, cancelledBy: late, lateEvents: [late] })
  })

  it('belong to their own order only', () => {
    const elsewhere = { ...changedAgain, channelId: 'market' }
    const another = { ...changed, externalOrderId: '1043' }
    const states = reduceEvents([changedAgain, elsewhere, another], [known])
    expect([...states.keys()]).toEqual(['shop 1042', 'market 1042', 'shop 1043'])
    expect(states.get('market 1042')).toMatchObject({ known: null, latestSnapshot: elsewhere })
    expect(states.get('shop 1043')).toMatchObject({ known: null, latestSnapshot: another })
  })
})

describe('the newest cancellation', () => {
  it.each([
    ['the later', [6, 8], 8],
    ['the later, also when it comes first', [8, 6], 8],
    ['the last to come, where one has no moment', [8, null], null],
    ['the last to come, where the other has no moment', [null, 6], 6],
  ])('is %s', (_, minutes, expected) => {
    const events = minutes.map((minute) => eventOf('order.cancelled', minute))
    expect(stateOf(events)?.cancelledBy).toEqual(eventOf('order.cancelled', expected))
  })
})

it.each([
  [at(1), at(2), at(2)],
  [at(2), at(1), at(2)],
  [null, at(1), at(1)],
  [at(1), null, at(1)],
  [null, null, null],
])('of %s and %s, %s is the latest', (one, other, expected) => {
  expect(latest(one, other)).toEqual(expected)
})
