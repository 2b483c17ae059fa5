import { describe, expect, it } from 'vitest'
import type { FulfillmentSnapshot } from '#server/ports/fulfillment.ts'
import { allInEnglish } from '../intake/fixtures/known-order.ts'
import { anAttempt, aParcel, parcelChange, now } from './fixtures/sent-order.ts'
import { isStale, localUpdate, toUpdate } from './fulfillment-update.ts'

const noParcels = { parcels: [], hasChanged: false }
const before = new Date('2026-03-02T09:00:00Z')
const line = { itemId: 'lamp', sku: 'LAMP', quantity: 2, cancelled: 0, unfulfillable: 1 }

const snapshot = (given: Partial<FulfillmentSnapshot> = {}): FulfillmentSnapshot => ({
  externalStatus: 'Processing',
  status: 'processing',
  isInvalid: false,
  isPartial: false,
  unknownWords: [],
  orderNumber: 'LS-1',
  speed: null,
  readAt: now,
  receivedAt: now,
  estimatedShipDate: null,
  estimatedDeliveryDate: null,
  lines: [line],
  packages: [],
  ...given,
})

describe('the status of an update', () => {
  it('is Amazon’s', () => {
    expect(toUpdate(anAttempt(), snapshot(), noParcels)).toMatchObject({ by: { name: 'Amazon' }, status: 'processing' })
  })

  it('is submitted when Amazon uses an unknown status', () => {
    expect(toUpdate(anAttempt(), snapshot({ status: null }), noParcels).status).toBe('submitted')
    expect(toUpdate(anAttempt({ status: 'planning' }), snapshot({ status: null }), noParcels).status).toBe('planning')
  })
})

it('the acceptance time is Amazon’s, and never before our submission', () => {
  const reported = new Date('2026-03-02T09:30:00Z')
  const acceptedAt = (receivedAt: Date, submittedAt: Date | null) =>
    toUpdate(anAttempt({ submittedAt }), snapshot({ receivedAt }), noParcels).acceptedAt
  expect(acceptedAt(now, reported)).toEqual(now)
  expect(acceptedAt(before, reported)).toEqual(reported)
  expect(acceptedAt(before, null)).toEqual(before)
})

describe('the facts of an update', () => {
  it('are Amazon’s values, and the known ones where it sends none', () => {
    const known = anAttempt({ estimatedShipDate: before, estimatedDeliveryDate: before, carrier: 'UPS' })
    expect(toUpdate(known, snapshot(), noParcels).facts).toEqual({
      externalStatus: 'Processing',
      estimatedShipDate: before,
      estimatedDeliveryDate: before,
      trackingNumbers: [],
      carrier: 'UPS',
    })
    const reported = snapshot({ estimatedShipDate: now, estimatedDeliveryDate: now })
    expect(toUpdate(known, reported, noParcels).facts).toMatchObject({
      estimatedShipDate: now,
      estimatedDeliveryDate: now,
    })
  })

  it('include each tracking number once and the first carrier', () => {
    const parcels = [
      parcelChange(aParcel('1')),
      parcelChange(aParcel('2', { trackingNumber: '1Z2', carrier: 'FedEx' })),
      parcelChange(aParcel('3', { trackingNumber: '1Z2', carrier: 'USPS' })),
      parcelChange(aParcel('4', { trackingNumber: '1Z4' })),
    ]
    const update = toUpdate(anAttempt({ carrier: 'UPS' }), snapshot(), { parcels, hasChanged: true })
    expect(update).toMatchObject({ parcels, haveParcelsChanged: true })
    expect(update.facts).toMatchObject({ trackingNumbers: ['1Z2', '1Z4'], carrier: 'FedEx' })
  })

  it('are empty for a stale snapshot', () => {
    const late = anAttempt({ checkedAt: now })
    expect(toUpdate(late, snapshot({ readAt: before }), noParcels).facts).toEqual({})
    expect(isStale(late, { readAt: before })).toBe(true)
    expect(isStale(late, { readAt: now })).toBe(false)
    expect(isStale(late, { readAt: null })).toBe(false)
    expect(isStale(anAttempt(), { readAt: before })).toBe(false)
  })
})

describe('units that Amazon drops', () => {
  it.each([
    ['is over in part', { isPartial: true, status: 'shipped' }],
    ['is cancelled', { status: 'cancelled' }],
    ['can’t be shipped', { status: 'unfulfillable' }],
  ] as const)('count once it %s', (_, reported) => {
    expect(toUpdate(anAttempt(), snapshot(reported), noParcels).unfulfilledLines).toEqual([line])
  })

  it('do not count before that', () => {
    expect(toUpdate(anAttempt(), snapshot(), noParcels)).toMatchObject({ unfulfilledLines: [], isPartial: false })
    expect(toUpdate(anAttempt(), snapshot({ isPartial: true }), noParcels).isPartial).toBe(true)
  })
})

describe('a failed attempt', () => {
  it('has the reason and the attention code of its failure', () => {
    const failureOf = (reported: Partial<FulfillmentSnapshot>) =>
      allInEnglish(toUpdate(anAttempt(), snapshot(reported), noParcels).failure)
    expect(failureOf({ status: 'cancelled' })).toEqual({
      code: 'cancelled',
      reason: 'LS-A-1 was cancelled at Amazon.',
      attention: 'unfulfillable',
    })
    expect(failureOf({ status: 'unfulfillable', isInvalid: true })).toMatchObject({
      code: 'invalid',
      reason: expect.stringContaining('found it invalid'),
      attention: 'rejected_by_amazon',
    })
    expect(failureOf({ status: 'unfulfillable' })).toMatchObject({
      code: 'unfulfillable',
      reason: expect.stringContaining('can’t ship LS-A-1'),
      attention: 'unfulfillable',
    })
  })

  it('is not one that Amazon goes on with', () => {
    expect(toUpdate(anAttempt(), snapshot({ isInvalid: true }), noParcels).failure).toBeNull()
  })
})

it('a local update has only its status and time', () => {
  const by = { type: 'job', name: 'orders.send' } as const
  expect(localUpdate(by, 'submitted', now)).toEqual({
    by,
    status: 'submitted',
    acceptedAt: now,
    readAt: null,
    facts: {},
    unfulfilledLines: [],
    isPartial: false,
    failure: null,
    parcels: [],
    haveParcelsChanged: false,
  })
})
