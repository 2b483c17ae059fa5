import { describe, expect, it } from 'vitest'
import { inEnglish } from '#contract/i18n.ts'
import type { FulfillmentStatus } from '#contract/order-status.ts'
import { allInEnglish } from '../intake/fixtures/known-order.ts'
import type { Attempt, Parcel, SentOrder } from './queries.ts'
import { effectsOf, noEffects, parcelEntries, timelineEntry } from './order-effects.ts'
import { amazonActor } from '../timeline.ts'
import { aLine, anAttempt, anOrderOf, aParcel, parcelChange, now } from './fixtures/sent-order.ts'
import { nextState } from './next-state.ts'
import { localUpdate, type FailureReason, type FulfillmentUpdate } from './fulfillment-update.ts'

const failure: FailureReason = { code: 'unfulfillable', reason: 'Amazon found no way.', attention: 'unfulfillable' }
const wholeDay = 24 * 3_600_000
const daysAgo = (days: number) => new Date(now.getTime() - days * wholeDay)

/** Effects of this status on an order with one attempt. */
function effectsAfter(
  status: FulfillmentStatus,
  attempt: Attempt,
  update: Partial<FulfillmentUpdate> = {},
  order: Partial<SentOrder> = {},
) {
  const fullUpdate = { ...localUpdate(amazonActor, status, now), ...update }
  const subject = { order: anOrderOf([attempt], order), attempt }
  return effectsOf(subject, fullUpdate, nextState(subject, fullUpdate, attempt.items), now)
}

const eventsOf = ({ entries }: ReturnType<typeof effectsAfter>) => entries.map(({ event }) => event)
const codesOf = ({ raised }: ReturnType<typeof effectsAfter>) => raised.map(({ code }) => code)

describe('the effects of an update', () => {
  it('include the acceptance, also when the first status is a later one', () => {
    expect(eventsOf(effectsAfter('submitted', anAttempt()))).toEqual(['fulfillment.submitted'])
    expect(eventsOf(effectsAfter('planning', anAttempt()))).toEqual(['fulfillment.submitted', 'fulfillment.planning'])
    expect(eventsOf(effectsAfter('planning', anAttempt({ status: 'received' })))).toEqual(['fulfillment.planning'])
  })

  it('are empty for a repeated status', () => {
    expect(effectsAfter('planning', anAttempt({ status: 'planning' }))).toMatchObject({
      entries: [],
      raised: [],
      isVisibleChange: false,
    })
    expect(effectsAfter('planning', anAttempt({ status: 'received' })).isVisibleChange).toBe(true)
    expect(
      effectsAfter('planning', anAttempt({ status: 'planning' }), { haveParcelsChanged: true }).isVisibleChange,
    ).toBe(true)
  })

  it('include parcel events, and attention for lost parcels', () => {
    const parcel = parcelChange(aParcel('1', { shippedAt: now, trackingNumber: '1Z1' }), { isLost: true })
    const effects = effectsAfter('shipped', anAttempt({ status: 'processing' }), { parcels: [parcel] })
    expect(eventsOf(effects)).toEqual(['fulfillment.shipped', 'package.shipped'])
    expect(codesOf(effects)).toEqual(['package_lost'])
  })

  it('name the lost parcels that have not arrived after all, in order', () => {
    const lost = (number: string, parcel: Partial<Parcel> = {}) =>
      parcelChange(aParcel(number, { shippedAt: now, ...parcel }), { isLost: true })
    const reasonsOf = (...parcels: FulfillmentUpdate['parcels']) =>
      effectsAfter('shipped', anAttempt({ status: 'shipped' }), { parcels }).raised.map(({ reason }) =>
        allInEnglish(reason),
      )
    expect(reasonsOf(lost('2'))).toEqual(['The carrier reports that package 2 won’t reach the customer.'])
    expect(reasonsOf(lost('3'), lost('2'), parcelChange(aParcel('1', { shippedAt: now })))).toEqual([
      'The carrier reports that packages 2, 3 won’t reach the customer.',
    ])
    expect(reasonsOf(lost('2', { deliveredAt: now }))).toEqual([])
  })

  it('do not include moved stock', () => {
    expect(effectsAfter('submitted', anAttempt()).hasMovedStock).toBe(false)
  })
})

it('no effects are none of any kind', () => {
  expect(noEffects()).toEqual({ entries: [], raised: [], resolved: [], hasMovedStock: false, isVisibleChange: false })
})

describe('the timeline says', () => {
  it.each<[FulfillmentStatus, string]>([
    ['pending', 'LS-A-1 will be sent to Amazon.'],
    ['submitted', 'Amazon accepted LS-A-1.'],
    ['received', 'Amazon has checked LS-A-1 and will ship it.'],
    ['planning', 'Amazon is planning the shipment of LS-A-1.'],
    ['processing', 'Amazon is packing LS-A-1.'],
    ['shipped', 'Amazon shipped LS-A-1.'],
    ['delivered', 'LS-A-1 has been delivered.'],
    ['cancelled', 'LS-A-1 was cancelled.'],
    ['unfulfillable', 'Amazon won’t ship LS-A-1.'],
  ])('of an attempt that is now %s: %s', (status, description) => {
    const entry = { event: `fulfillment.${status}`, description }
    expect(allInEnglish(timelineEntry(anAttempt(), status, null))).toEqual(entry)
    expect(allInEnglish(timelineEntry(anAttempt(), status, failure))).toEqual({
      ...entry,
      reason: 'Amazon found no way.',
    })
  })

  const left = { shippedAt: now, carrier: 'UPS', trackingNumber: '1Z1' }
  const arrived = { ...left, deliveredAt: now }
  const shipped = 'package.shipped: Package shipped: UPS 1Z1.'
  const delivered = 'package.delivered: Package delivered: UPS 1Z1.'
  const tracked = 'package.tracked: New tracking number: UPS 1Z1.'

  it.each<[string, Partial<Parcel> | null, Partial<Parcel>, string[]]>([
    ['that is packed', null, { ...left, shippedAt: null }, []],
    ['that has left', null, left, [shipped]],
    ['that was packed and has left', { shippedAt: null }, left, [shipped]],
    ['without a tracking number', null, { ...left, trackingNumber: null }, ['package.shipped: Package shipped: UPS.']],
    ['without a carrier', null, { ...left, carrier: null }, ['package.shipped: Package shipped: 1Z1.']],
    ['without either', null, { shippedAt: now }, ['package.shipped: Package shipped: number 1.']],
    ['as before', left, left, []],
    ['that has got a tracking number', { ...left, trackingNumber: null }, left, [tracked]],
    ['that has got another one', { ...left, trackingNumber: '1Z0' }, left, [tracked]],
    ['that has arrived', left, arrived, [delivered]],
    ['that had arrived before', arrived, arrived, []],
    ['that is seen first when it has arrived', null, arrived, [shipped, delivered]],
  ])('of a package %s', (_case, before, after, expected) => {
    const without = { carrier: null, trackingNumber: null, shippedAt: null, deliveredAt: null }
    const changed = {
      before: before && aParcel('1', { ...without, ...before }),
      after: aParcel('1', { ...without, ...after }),
    }
    expect(parcelEntries([changed]).map(({ event, description }) => `${event}: ${inEnglish(description)}`)).toEqual(
      expected,
    )
  })
})

describe('attention is raised', () => {
  it('when an attempt has failed, with the reason', () => {
    const effects = effectsAfter('unfulfillable', anAttempt({ status: 'planning' }), { failure: failure })
    expect(effects.raised).toEqual([{ code: 'unfulfillable', reason: 'Amazon found no way.' }])
    expect(effects.entries).toMatchObject([{ event: 'fulfillment.unfulfillable', reason: 'Amazon found no way.' }])
    expect(effectsAfter('unfulfillable', anAttempt({ status: 'planning' })).raised).toEqual([])
    expect(effectsAfter('unfulfillable', anAttempt({ status: 'unfulfillable' }), { failure: failure }).raised).toEqual(
      [],
    )
  })

  it('not when a requested cancellation is confirmed', () => {
    const status = 'planning'
    const again = { cancelRequestedAt: now, cancelPurpose: 'send_again' } as const
    const cancel = { cancelRequestedAt: now, cancelPurpose: 'cancel_order' } as const
    expect(effectsAfter('cancelled', anAttempt({ status }), { failure: failure }).raised).toHaveLength(1)
    expect(effectsAfter('cancelled', anAttempt({ status, ...again }), { failure: failure }).raised).toEqual([])
    expect(effectsAfter('unfulfillable', anAttempt({ status, ...again }), { failure: failure }).raised).toHaveLength(1)
    expect(effectsAfter('unfulfillable', anAttempt({ status, ...cancel }), { failure: failure }).raised).toEqual([])
  })

  it('when Amazon ships what was to be cancelled', () => {
    const cancel = { cancelRequestedAt: now, cancelPurpose: 'cancel_order' } as const
    const refused = effectsAfter('processing', anAttempt({ status: 'planning', ...cancel }))
    expect(allInEnglish(refused.raised)).toEqual([
      { code: 'cancel_refused', reason: 'Too late to cancel: Amazon is already shipping LS-A-1.' },
    ])
    expect(allInEnglish(refused.entries.at(-1))).toEqual({
      event: 'fulfillment.cancel_refused',
      description: 'Amazon did not cancel LS-A-1: the order ships anyway.',
    })
    const again = { cancelRequestedAt: now, cancelPurpose: 'send_again' } as const
    const resent = effectsAfter('processing', anAttempt({ status: 'planning', ...again }))
    expect(resent.raised).toEqual([])
    expect(allInEnglish(resent.entries.at(-1)?.description)).toBe(
      'Amazon did not cancel LS-A-1: nothing is sent again.',
    )
    expect(eventsOf(effectsAfter('planning', anAttempt({ status: 'received', ...cancel })))).toEqual([
      'fulfillment.planning',
    ])
  })

  it('when Amazon has shipped a part and dropped the rest', () => {
    const packing = anAttempt({ status: 'processing' })
    expect(allInEnglish(effectsAfter('shipped', packing, { isPartial: true }).raised)).toEqual([
      { code: 'shipped_partly', reason: 'Amazon left out units of LS-A-1 and shipped the rest.' },
    ])
    expect(effectsAfter('shipped', packing).raised).toEqual([])
    expect(effectsAfter('processing', packing, { isPartial: true }).raised).toEqual([])
  })

  it('when everything sent is delivered and units remain', () => {
    const order = { lines: [aLine('lamp', 5)], partialReason: '3 of 5 units are still to be sent.' }
    const shipped = anAttempt({ status: 'shipped' })
    expect(allInEnglish(effectsAfter('delivered', shipped, {}, order).raised)).toEqual([
      { code: 'shipped_partly', reason: 'Everything that was sent has arrived. 3 of 5 units are still to be sent.' },
    ])
    expect(effectsAfter('shipped', shipped, {}, order).raised).toEqual([])
    expect(effectsAfter('delivered', shipped, {}, { ...order, partialReason: null }).raised).toEqual([])
  })

  it('when Amazon has accepted an attempt that was ended here', () => {
    const reason =
      'Amazon accepted LS-A-1 after Lockstep had given it up. Check in Seller Central that it is cancelled.'
    const gone = anAttempt({ status: 'cancelled' })
    expect(allInEnglish(effectsAfter('planning', gone).raised)).toEqual([{ code: 'cancel_refused', reason }])
    expect(effectsAfter('cancelled', gone).raised).toEqual([])
    expect(effectsAfter('planning', anAttempt({ status: 'cancelled', acceptedAt: now })).raised).toEqual([])
    expect(effectsAfter('planning', anAttempt()).raised).toEqual([])
    const readLater = anAttempt({ status: 'cancelled', checkedAt: now })
    expect(effectsAfter('planning', readLater, { readAt: daysAgo(1) }).raised).toEqual([])
  })
})

describe('attention is resolved', () => {
  it('for an unanswered submission, by any answer', () => {
    expect(effectsAfter('planning', anAttempt({ status: 'planning' })).resolved).toEqual([
      'submission_unanswered',
      'stuck_in_planning',
    ])
  })

  it('for rejections, once Amazon has accepted the attempt', () => {
    expect(effectsAfter('submitted', anAttempt()).resolved).toEqual([
      'submission_unanswered',
      'stuck_in_planning',
      'rejected_by_amazon',
      'unfulfillable',
      'bad_address',
      'not_enough_stock',
      'shipped_partly',
    ])
  })

  it('for the remainder only when Amazon has accepted all of it', () => {
    const { resolved } = effectsAfter('submitted', anAttempt(), {}, { lines: [aLine('lamp', 5)] })
    expect(resolved).toContain('rejected_by_amazon')
    expect(resolved).not.toContain('shipped_partly')
    expect(resolved).not.toContain('not_enough_stock')
  })

  it('for a refused cancellation, once the attempt has failed and nothing else is live', () => {
    expect(effectsAfter('cancelled', anAttempt({ status: 'planning' })).resolved).toContain('cancel_refused')
    expect(effectsAfter('planning', anAttempt({ status: 'received' })).resolved).not.toContain('cancel_refused')
    const other = anAttempt({ id: 'attempt-2', status: 'shipped' })
    const one = anAttempt({ status: 'planning' })
    expect(effectsAfter('cancelled', one, {}, { attempts: [one, other] }).resolved).not.toContain('cancel_refused')
  })
})

describe('an attempt stays stuck', () => {
  const isStuck = (status: FulfillmentStatus, given: Partial<Attempt>, update: Partial<FulfillmentUpdate> = {}) =>
    !effectsAfter(status, anAttempt({ status, ...given }), update).resolved.includes('stuck_in_planning')

  it.each(['submitted', 'received', 'planning'] as const)('while it is %s past its ship date', (status) => {
    expect(isStuck(status, { estimatedShipDate: daysAgo(1) })).toBe(true)
    expect(isStuck(status, { estimatedShipDate: now })).toBe(false)
  })

  it('and nothing else stays open', () => {
    const { resolved } = effectsAfter('planning', anAttempt({ status: 'planning', estimatedShipDate: daysAgo(1) }))
    expect(resolved).toEqual(['submission_unanswered'])
  })

  it('no longer once Amazon packs it', () => {
    expect(isStuck('processing', { estimatedShipDate: daysAgo(1) })).toBe(false)
  })

  it('by the ship date of the update', () => {
    expect(isStuck('planning', { estimatedShipDate: daysAgo(1) }, { facts: { estimatedShipDate: now } })).toBe(false)
  })

  it('three days after Amazon accepted it, where it names no day', () => {
    const justThree = daysAgo(3)
    expect(isStuck('planning', { acceptedAt: justThree })).toBe(false)
    expect(isStuck('planning', { acceptedAt: new Date(justThree.getTime() - 1) })).toBe(true)
    expect(isStuck('planning', {}, { acceptedAt: daysAgo(4) })).toBe(true)
    expect(isStuck('planning', { acceptedAt: daysAgo(1) }, { acceptedAt: daysAgo(4) })).toBe(false)
  })
})
