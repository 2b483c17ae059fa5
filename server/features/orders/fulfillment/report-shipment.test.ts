import { expect, it } from 'vitest'
import type { Parcel } from './queries.ts'
import { aParcel, keptAs, now } from './fixtures/sent-order.ts'
import { shouldReportShipment } from './order-effects.ts'

const isTold = (after: Partial<Parcel>, before: Parcel | null = null) =>
  shouldReportShipment(keptAs(aParcel('1', after), { before }), now)

const sixHoursAgo = new Date('2026-03-02T04:00:00Z')

it('tells of a parcel once it has left and has a number', () => {
  expect(isTold({ shippedAt: now, trackingNumber: '1Z1' })).toBe(true)
  expect(isTold({ trackingNumber: '1Z1' })).toBe(false)
})

it('waits six hours for the number of one that has left, and no longer than until it has arrived', () => {
  expect(isTold({ shippedAt: now })).toBe(false)
  expect(isTold({ shippedAt: sixHoursAgo })).toBe(false)
  expect(isTold({ shippedAt: new Date(sixHoursAgo.getTime() - 1) })).toBe(true)
  expect(isTold({ shippedAt: now, deliveredAt: now })).toBe(true)
})

it('tells again of one that was told only when its number is another', () => {
  const told = { shippedAt: sixHoursAgo, reportedAt: sixHoursAgo, trackingNumber: '1Z1' }
  expect(isTold({ ...told, deliveredAt: now }, aParcel('1', told))).toBe(false)
  expect(isTold({ ...told, trackingNumber: '1Z2' }, aParcel('1', told))).toBe(true)
})
