import { describe, expect, it } from 'vitest'
import type { OrderStatus } from '#contract/order-status.ts'
import {
  orderState,
  anIntakeContext,
  at,
  ctx,
  knownOrder,
  eventOf,
  now,
  snapshotOf,
  theShop,
  incomingOrder,
} from './fixtures/known-order.ts'
import type { KnownOrderState } from './order-events.ts'
import { planRevision } from './plan-revision.ts'

const plan = (said: Partial<KnownOrderState>, order = knownOrder(), intake = anIntakeContext()) =>
  planRevision(intake, order, orderState(said))

const updated = (minute: number | null, changes: object = {}) =>
  snapshotOf('order.updated', minute, incomingOrder(changes))
const changed = { latestSnapshot: updated(5, { notes: 'Ring twice' }) }
const cancelled = { cancelledBy: eventOf('order.cancelled', 6) }
const codesOf = ({ change }: ReturnType<typeof plan>) => change.raised.map(({ code }) => code)

describe('an order that its channel changes', () => {
  it.each<OrderStatus>(['placed', 'acknowledged', 'cancelled'])('follows it while it is %s', (status) => {
    expect(plan(changed, knownOrder({ status })).row).toMatchObject({ notes: 'Ring twice' })
  })

  it.each<OrderStatus>(['sent_to_fulfillment', 'shipped', 'delivered'])(
    'follows it no more once it is %s',
    (status) => {
      expect(plan(changed, knownOrder({ status })).row).toBeNull()
    },
  )

  it('follows it no more once Amazon was asked to ship it, wherever it stands now', () => {
    expect(plan(changed, knownOrder({ status: 'acknowledged', wasSent: true })).row).toBeNull()
  })

  it('stays as it is where its customer has been erased', () => {
    const { row, change } = plan(changed, knownOrder({ isErased: true }))
    expect([row, change.outcome]).toEqual([null, 'nothing_new'])
  })

  it('goes to the customer’s address that was found for it', () => {
    const intake = anIntakeContext({ addressOf: new Map([['order-1', 'new-address']]) })
    expect(plan(changed, knownOrder({ shippingAddressId: 'old-address' }), intake).row).toMatchObject({
      shippingAddressId: 'new-address',
    })
  })

  it('goes where a person has corrected it to, until its channel tells another address', () => {
    const corrected = knownOrder({ shippingAddressId: 'corrected', isAddressCorrected: true })
    const intake = anIntakeContext({ addressOf: new Map([['order-1', 'as-told']]) })
    expect(plan(changed, corrected, intake).row).toMatchObject({ shippingAddressId: 'corrected' })
    const shippingAddress = { line1: '9 Pine St', city: 'Tacoma', postalCode: '98402', country: 'US' }
    const moved = plan({ latestSnapshot: updated(5, { shippingAddress }) }, corrected, intake)
    expect(moved.row).toMatchObject({ shippingAddressId: 'as-told' })
  })
})

describe('news that came late', () => {
  it('are put down, and change nothing', () => {
    const { change } = plan({ lateEvents: [updated(2, { notes: 'Ring twice' })] })
    expect(change.outcome).toBe('nothing_new')
    expect(change.entries).toEqual([
      {
        orderId: 'order-1',
        event: 'order.late_news',
        description: 'News of 2026-03-02T09:02:00.000Z came late and changed nothing.',
        by: theShop,
        at: now,
      },
    ])
  })
})

describe('a cancelled order that its channel takes up again', () => {
  const reason = 'My Shop took the order up again after it was cancelled on 2026-03-02 09:06:00 UTC.'
  const reopened = { latestSnapshot: updated(8) }
  const wasCancelled = knownOrder({ status: 'cancelled', cancelledByChannelAt: at(6) })

  it('stays cancelled, and a person is told', () => {
    const { change } = plan(reopened, wasCancelled)
    expect(change).toMatchObject({ outcome: 'changed', holds: 'unchanged' })
    expect(change.raised).toEqual([{ orderId: 'order-1', code: 'reopened_by_channel', reason }])
    expect(change.entries).toEqual([
      { orderId: 'order-1', event: 'order.reopened_by_channel', description: reason, by: theShop, at: now },
    ])
  })

  it('is told of, whichever of the two comes in first', () => {
    expect(codesOf(plan(cancelled, knownOrder({ updatedByChannelAt: at(8) })))).toEqual(['reopened_by_channel'])
    expect(codesOf(plan({ ...reopened, ...cancelled }))).toEqual(['reopened_by_channel'])
    expect(plan({ ...reopened, ...cancelled }).change.outcome).toBe('cancelled')
  })

  it('is told of in the name of who said it, or else of who takes orders in', () => {
    const bothKnown = knownOrder({ status: 'cancelled', cancelledByChannelAt: at(6), updatedByChannelAt: at(8) })
    const byApi = { type: 'api_key', name: 'A key', channelId: 'shop' } as const
    const tellerIn = (said: Partial<KnownOrderState>) => plan(said, bothKnown).change.entries.at(-1)?.by
    expect(tellerIn({ latestSnapshot: { ...updated(8), by: byApi }, ...cancelled })).toEqual(byApi)
    expect(tellerIn({ cancelledBy: { ...eventOf('order.cancelled', 6), by: byApi } })).toEqual(byApi)
    expect(tellerIn({})).toEqual(ctx.actor)
  })

  it('is told of once for each cancellation, by now dismissed or not', () => {
    const attentions = [{ code: 'reopened_by_channel', reason }] as const
    expect(codesOf(plan(reopened, { ...wasCancelled, attentions: [...attentions] }))).toEqual([])
    const cancelledAgain = { ...wasCancelled, attentions: [...attentions], cancelledByChannelAt: at(7) }
    expect(codesOf(plan(reopened, cancelledAgain))).toEqual(['reopened_by_channel'])
    const otherwise = { ...wasCancelled, attentions: [{ code: 'changed_after_sending' as const, reason }] }
    expect(codesOf(plan(reopened, otherwise))).toEqual(['reopened_by_channel'])
  })

  it.each([
    ['it was told at the same moment', { latestSnapshot: updated(6) }],
    ['it was told before', { latestSnapshot: updated(5) }],
    ['its creation is told later', { latestSnapshot: snapshotOf('order.created', 8) }],
    ['nobody knows when it was told', { latestSnapshot: updated(null) }],
  ])('is not one of which %s', (_, said) => {
    expect(codesOf(plan(said, wasCancelled))).toEqual([])
  })

  it('is not one that a person has taken up again', () => {
    expect(codesOf(plan(reopened, { ...wasCancelled, status: 'placed', restoredAt: at(7) }))).toEqual([])
  })
})

describe('an order that its channel has shipped by itself', () => {
  const shipped = { shippedBy: eventOf('order.shipped', 9) }
  const reason = 'My Shop says that it has shipped the order itself.'

  it.each<OrderStatus>(['placed', 'acknowledged'])('waits for a person while it is %s', (status) => {
    const { change } = plan(shipped, knownOrder({ status }))
    expect(change.outcome).toBe('changed')
    expect(change.raised).toEqual([{ orderId: 'order-1', code: 'shipped_by_channel', reason }])
    expect(change.entries).toEqual([
      { orderId: 'order-1', event: 'order.shipped_by_channel', description: reason, by: theShop, at: now },
    ])
  })

  it.each<OrderStatus>(['sent_to_fulfillment', 'shipped', 'delivered', 'cancelled'])(
    'is the echo of our own word once it is %s',
    (status) => {
      expect(plan(shipped, knownOrder({ status })).change).toMatchObject({ outcome: 'nothing_new', raised: [] })
    },
  )

  it('is told of once', () => {
    const attentions = [{ code: 'shipped_by_channel' as const, reason: 'Some time ago' }]
    expect(codesOf(plan(shipped, knownOrder({ attentions })))).toEqual([])
    const others = [{ code: 'totals_differ' as const, reason: 'By a cent' }]
    expect(codesOf(plan(shipped, knownOrder({ attentions: others })))).toEqual(['shipped_by_channel'])
  })

  it('need not wait for anybody when it is cancelled as well', () => {
    expect(plan({ ...shipped, ...cancelled }).change).toMatchObject({ outcome: 'cancelled', raised: [] })
  })
})
