import { expect, it } from 'vitest'
import { aParcel, parcelChange, now } from './fixtures/sent-order.ts'
import { transitionTime } from './order-effects.ts'

const on = (day: number) => new Date(Date.UTC(2026, 1, day))
const parcels = [
  parcelChange(aParcel('1', { shippedAt: on(12), deliveredAt: on(15) })),
  parcelChange(aParcel('2', { shippedAt: on(11), deliveredAt: on(20) })),
  parcelChange(aParcel('3', { shippedAt: on(13), deliveredAt: on(14) })),
  parcelChange(aParcel('4')),
]

it('an order is shipped when its first parcel ships, and delivered when its last one arrives', () => {
  expect(transitionTime('shipped', parcels, now)).toEqual(on(11))
  expect(transitionTime('delivered', parcels, now)).toEqual(on(20))
})

it('a transition happens now unless a parcel has another time', () => {
  expect(transitionTime('shipped', [parcelChange(aParcel('4'))], now)).toBe(now)
  expect(transitionTime('delivered', [], now)).toBe(now)
  expect(transitionTime('cancelled', parcels, now)).toBe(now)
})
