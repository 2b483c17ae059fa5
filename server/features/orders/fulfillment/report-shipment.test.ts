import { expect, it } from 'vitest'
import type { Parcel } from './queries.ts'
import { aParcel, parcelChange, now } from './fixtures/sent-order.ts'
import { shouldReportShipment } from './order-effects.ts'

const isReported = (after: Partial<Parcel>, before: Parcel | null = null) =>
  shouldReportShipment(parcelChange(aParcel('1', after), { before }), now)

const sixHoursAgo = new Date('2026-03-02T04:00:00Z')

it('a parcel is reported once it has shipped and has a tracking number', () => {
  expect(isReported({ shippedAt: now, trackingNumber: '1Z1' })).toBe(true)
  expect(isReported({ trackingNumber: '1Z1' })).toBe(false)
})

it('a shipped parcel without a tracking number is reported after six hours, or once delivered', () => {
  expect(isReported({ shippedAt: now })).toBe(false)
  expect(isReported({ shippedAt: sixHoursAgo })).toBe(false)
  expect(isReported({ shippedAt: new Date(sixHoursAgo.getTime() - 1) })).toBe(true)
  expect(isReported({ shippedAt: now, deliveredAt: now })).toBe(true)
})

it('a reported parcel is reported again only with another tracking number', () => {
  const reported = { shippedAt: sixHoursAgo, reportedAt: sixHoursAgo, trackingNumber: '1Z1' }
  expect(isReported({ ...reported, deliveredAt: now }, aParcel('1', reported))).toBe(false)
  expect(isReported({ ...reported, trackingNumber: '1Z2' }, aParcel('1', reported))).toBe(true)
})
