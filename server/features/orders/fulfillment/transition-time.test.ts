import { expect, it } from 'vitest'
import { aParcel, keptAs, now } from './fixtures/sent-order.ts'
import { transitionTime } from './order-effects.ts'

const on = (day: number) => new Date(Date.UTC(2026, 1, day))
const parcels = [
  keptAs(aParcel('1', { shippedAt: on(12), deliveredAt: on(15) })),
  keptAs(aParcel('2', { shippedAt: on(11), deliveredAt: on(20) })),
  keptAs(aParcel('3', { shippedAt: on(13), deliveredAt: on(14) })),
  keptAs(aParcel('4')),
]

it('an order is shipped when its first parcel ships, and delivered when its last one arrives', () => {
  expect(transitionTime('shipped', parcels, now)).toEqual(on(11))
  expect(transitionTime('delivered', parcels, now)).toEqual(on(20))
})

it('a transition happens now unless a parcel has another time', () => {
  expect(transitionTime('shipped', [keptAs(aParcel('4'))], now)).toBe(now)
  expect(transitionTime('delivered', [], now)).toBe(now)
  expect(transitionTime('cancelled', parcels, now)).toBe(now)
})
