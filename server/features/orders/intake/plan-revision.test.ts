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
  allInEnglish,
} from './fixtures/known-order.ts'
import type { KnownOrderState } from './order-events.ts'
import { planRevision } from './plan-revision.ts'

const plan = (changes: Partial<KnownOrderState>, order = knownOrder(), intake = anIntakeContext()) =>
  planRevision(intake, order, orderState(changes))

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
    'does not follow it once it is %s',
    (status) => {
      expect(plan(changed, knownOrder({ status })).row).toBeNull()
    },
  )

  it('does not follow it once it was submitted, whatever its status', () => {
    expect(plan(changed, knownOrder({ status: 'acknowledged', wasSent: true })).row).toBeNull()
  })

  it('stays unchanged when its customer is erased', () => {
    const { row, change } = plan(changed, knownOrder({ isErased: true }))
    expect([row, change.outcome]).toEqual([null, 'nothing_new'])
  })

  it('has the address that was found for the customer', () => {
    const intake = anIntakeContext({ addressOf: new Map([['order-1', 'new-address']]) })
    expect(plan(changed, knownOrder({ shippingAddressId: 'old-address' }), intake).row).toMatchObject({
      shippingAddressId: 'new-address',
    })
  })

  it('keeps a corrected address until its channel sends another one', () => {
    const corrected = knownOrder({ shippingAddressId: 'corrected', isAddressCorrected: true })
    const intake = anIntakeContext({ addressOf: new Map([['order-1', 'from-channel']]) })
    expect(plan(changed, corrected, intake).row).toMatchObject({ shippingAddressId: 'corrected' })
    const shippingAddress = { line1: '9 Pine St', city: 'Tacoma', postalCode: '98402', country: 'US' }
    const moved = plan({ latestSnapshot: updated(5, { shippingAddress }) }, corrected, intake)
    expect(moved.row).toMatchObject({ shippingAddressId: 'from-channel' })
  })
})

describe('late events', () => {
  it('are recorded and change nothing', () => {
    const { change } = plan({ lateEvents: [updated(2, { notes: 'Ring twice' })] })
    expect(change.outcome).toBe('nothing_new')
    expect(allInEnglish(change.entries)).toEqual([
      {
        orderId: 'order-1',
        event: 'order.late_news',
        description: 'An update from 2026-03-02T09:02:00.000Z arrived late and changed nothing.',
        by: theShop,
        at: now,
      },
    ])
  })
})

describe('a cancelled order that its channel reopens', () => {
  const reason = 'My Shop reopened the order after it was cancelled on 2026-03-02 09:06:00 UTC.'
  const reopened = { latestSnapshot: updated(8) }
  const wasCancelled = knownOrder({ status: 'cancelled', cancelledByChannelAt: at(6) })

  it('stays cancelled and raises attention', () => {
    const { change } = plan(reopened, wasCancelled)
    expect(change).toMatchObject({ outcome: 'changed', holds: 'unchanged' })
    expect(allInEnglish(change.raised)).toEqual([{ orderId: 'order-1', code: 'reopened_by_channel', reason }])
    expect(allInEnglish(change.entries)).toEqual([
      { orderId: 'order-1', event: 'order.reopened_by_channel', description: reason, by: theShop, at: now },
    ])
  })

  it('raises attention, whichever of the two events arrives first', () => {
    expect(codesOf(plan(cancelled, knownOrder({ updatedByChannelAt: at(8) })))).toEqual(['reopened_by_channel'])
    expect(codesOf(plan({ ...reopened, ...cancelled }))).toEqual(['reopened_by_channel'])
    expect(plan({ ...reopened, ...cancelled }).change.outcome).toBe('cancelled')
  })

  it('has the actor of the event, else of the intake job', () => {
    const bothKnown = knownOrder({ status: 'cancelled', cancelledByChannelAt: at(6), updatedByChannelAt: at(8) })
    const byApi = { type: 'api_key', name: 'A key', channelId: 'shop' } as const
    const actorIn = (changes: Partial<KnownOrderState>) => plan(changes, bothKnown).change.entries.at(-1)?.by
    expect(actorIn({ latestSnapshot: { ...updated(8), by: byApi }, ...cancelled })).toEqual(byApi)
    expect(actorIn({ cancelledBy: { ...eventOf('order.cancelled', 6), by: byApi } })).toEqual(byApi)
    expect(actorIn({})).toEqual(ctx.actor)
  })

  it('raises attention once per cancellation, dismissed or not', () => {
    const attentions = [{ code: 'reopened_by_channel', reason }] as const
    expect(codesOf(plan(reopened, { ...wasCancelled, attentions: [...attentions] }))).toEqual([])
    const cancelledAgain = { ...wasCancelled, attentions: [...attentions], cancelledByChannelAt: at(7) }
    expect(codesOf(plan(reopened, cancelledAgain))).toEqual(['reopened_by_channel'])
    const otherwise = { ...wasCancelled, attentions: [{ code: 'changed_after_sending' as const, reason }] }
    expect(codesOf(plan(reopened, otherwise))).toEqual(['reopened_by_channel'])
  })

  it.each([
    ['the update has the same time', { latestSnapshot: updated(6) }],
    ['the update is older', { latestSnapshot: updated(5) }],
    ['the later event is a creation', { latestSnapshot: snapshotOf('order.created', 8) }],
    ['the update has no time', { latestSnapshot: updated(null) }],
  ])('is not one of which %s', (_, changes) => {
    expect(codesOf(plan(changes, wasCancelled))).toEqual([])
  })

  it('is not one that a person has restored', () => {
    expect(codesOf(plan(reopened, { ...wasCancelled, status: 'placed', restoredAt: at(7) }))).toEqual([])
  })
})

describe('an order that its channel has shipped by itself', () => {
  const shipped = { shippedBy: eventOf('order.shipped', 9) }
  const reason = 'My Shop says that it has shipped the order itself.'

  it.each<OrderStatus>(['placed', 'acknowledged'])('waits for a person while it is %s', (status) => {
    const { change } = plan(shipped, knownOrder({ status }))
    expect(change.outcome).toBe('changed')
    expect(allInEnglish(change.raised)).toEqual([{ orderId: 'order-1', code: 'shipped_by_channel', reason }])
    expect(allInEnglish(change.entries)).toEqual([
      { orderId: 'order-1', event: 'order.shipped_by_channel', description: reason, by: theShop, at: now },
    ])
  })

  it.each<OrderStatus>(['sent_to_fulfillment', 'shipped', 'delivered', 'cancelled'])(
    'is ignored as an echo of our own report once it is %s',
    (status) => {
      expect(plan(shipped, knownOrder({ status })).change).toMatchObject({ outcome: 'nothing_new', raised: [] })
    },
  )

  it('raises attention once', () => {
    const attentions = [{ code: 'shipped_by_channel' as const, reason: 'Some time ago' }]
    expect(codesOf(plan(shipped, knownOrder({ attentions })))).toEqual([])
    const others = [{ code: 'totals_differ' as const, reason: 'By a cent' }]
    expect(codesOf(plan(shipped, knownOrder({ attentions: others })))).toEqual(['shipped_by_channel'])
  })

  it('needs no attention when it is cancelled as well', () => {
    expect(plan({ ...shipped, ...cancelled }).change).toMatchObject({ outcome: 'cancelled', raised: [] })
  })
})
