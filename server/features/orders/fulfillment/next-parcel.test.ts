import { describe, expect, it } from 'vitest'
import type { PackageSnapshot } from '#server/ports/fulfillment.ts'
import { anAttempt, anItem, aParcel, now } from './fixtures/sent-order.ts'
import { parcelContentsOf, nextParcel } from './fulfillment-update.ts'

const [then, later] = [new Date('2026-03-01T10:00:00Z'), new Date('2026-03-03T10:00:00Z')]

const snapshot = (given: Partial<PackageSnapshot> = {}): PackageSnapshot => ({
  packageNumber: '1',
  carrier: null,
  trackingNumber: null,
  carrierStatus: null,
  estimatedArrival: null,
  shippedAt: null,
  deliveredAt: null,
  isLost: false,
  lines: [],
  events: [],
  ...given,
})

const tracking = { carrier: 'UPS', trackingNumber: '1Z1', carrierStatus: 'IN_TRANSIT', estimatedArrival: later }

describe('a parcel', () => {
  it('has the values of the snapshot', () => {
    expect(nextParcel(anAttempt(), null, snapshot({ ...tracking, shippedAt: then, deliveredAt: now }), now)).toEqual({
      companyId: 'company',
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      fulfillmentId: 'attempt-1',
      packageNumber: '1',
      ...tracking,
      trackingUrl: null,
      shippedAt: then,
      deliveredAt: now,
      deliverySource: null,
      checkedAt: now,
      reportedAt: null,
      createdAt: now,
      updatedAt: now,
    })
  })

  it('keeps values that the snapshot lacks', () => {
    const stored = {
      ...tracking,
      shippedAt: then,
      deliveredAt: then,
      checkedAt: then,
      reportedAt: then,
      createdAt: then,
    }
    const before = aParcel('1', stored)
    expect(nextParcel(anAttempt(), before, snapshot(), now)).toEqual({ ...before, updatedAt: now })
    expect(nextParcel(anAttempt(), null, snapshot(), now)).toMatchObject({
      carrier: null,
      trackingNumber: null,
      carrierStatus: null,
      estimatedArrival: null,
      checkedAt: null,
    })
  })

  it('takes the newest values, but keeps its first ship and delivery times', () => {
    const before = aParcel('1', { ...tracking, shippedAt: then, deliveredAt: then, checkedAt: then })
    const newer = { carrier: 'USPS', trackingNumber: '94', carrierStatus: 'DELIVERED', estimatedArrival: now }
    expect(
      nextParcel(anAttempt(), before, snapshot({ ...newer, shippedAt: later, deliveredAt: later }), now),
    ).toMatchObject({
      ...newer,
      shippedAt: then,
      deliveredAt: then,
      checkedAt: now,
    })
  })
})

it('a parcel contains the lines of its attempt, repeated ones added up, and no others', () => {
  const attempt = anAttempt({ items: [anItem('lamp', 3), anItem('chair', 1)] })
  const lines = [
    { itemId: 'lamp', quantity: 1 },
    { itemId: 'table', quantity: 5 },
    { itemId: 'lamp', quantity: 2 },
  ]
  expect(parcelContentsOf(attempt, snapshot({ lines, isLost: true }))).toEqual({
    items: [{ orderItemId: 'lamp', quantity: 3 }],
    isLost: true,
  })
})
