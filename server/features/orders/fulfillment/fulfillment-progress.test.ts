import { describe, expect, it } from 'vitest'
import { aLine, anAttempt, anItem, anOrderOf } from './fixtures/sent-order.ts'
import { progressOf, stateAfterOwnParcel, unsentUnits } from './next-state.ts'

const lines = [aLine('lamp', 2), aLine('chair', 3)]
const items = [anItem('lamp', 2), anItem('chair', 3)]

describe('an order of five units', () => {
  it('is unsent before the first attempt', () => {
    expect(progressOf(lines, [])).toEqual({
      units: 5,
      unsent: 5,
      unaccepted: 5,
      isLive: false,
      isAccepted: false,
      isShipped: false,
      isDelivered: false,
    })
  })

  it('is neither unsent nor accepted while Amazon has not answered', () => {
    expect(progressOf(lines, [anAttempt({ items })])).toMatchObject({
      unsent: 0,
      unaccepted: 5,
      isLive: true,
      isAccepted: false,
    })
  })

  it('is accepted by Amazon’s answer and shipped with the first attempt that ships', () => {
    expect(progressOf(lines, [anAttempt({ items, status: 'submitted' })])).toMatchObject({
      unaccepted: 0,
      isAccepted: true,
      isShipped: false,
    })
    const split = [
      anAttempt({ status: 'shipped', items: [anItem('lamp', 2)] }),
      anAttempt({ status: 'pending', items: [anItem('chair', 3)] }),
    ]
    expect(progressOf(lines, split)).toMatchObject({ unsent: 0, unaccepted: 3, isShipped: true, isDelivered: false })
  })

  it('is delivered once every live attempt is', () => {
    const lamps = anAttempt({ status: 'delivered', items: [anItem('lamp', 2)] })
    const chairs = anAttempt({ status: 'shipped', items: [anItem('chair', 3)] })
    expect(progressOf(lines, [lamps, chairs]).isDelivered).toBe(false)
    expect(progressOf(lines, [lamps, { ...chairs, status: 'delivered' }]).isDelivered).toBe(true)
    expect(progressOf(lines, [lamps, { ...chairs, status: 'cancelled' }])).toMatchObject({
      isDelivered: true,
      unsent: 3,
    })
  })

  it.each(['cancelled', 'unfulfillable'] as const)('is unsent again when its attempt is %s', (status) => {
    expect(progressOf(lines, [anAttempt({ status, items })])).toMatchObject({
      unsent: 5,
      unaccepted: 5,
      isLive: false,
      isAccepted: false,
      isDelivered: false,
    })
  })
})

describe('the unsent units of a line', () => {
  it('include those that Amazon has dropped', () => {
    const cut = anAttempt({
      status: 'shipped',
      items: [anItem('lamp', 5, { cancelledQuantity: 1, unfulfillableQuantity: 2 })],
    })
    expect(unsentUnits(aLine('lamp', 5), [cut])).toBe(3)
  })

  it('exclude those of all live attempts, but not of other lines and failed attempts', () => {
    const attempts = [
      anAttempt({ status: 'shipped', items: [anItem('lamp', 1), anItem('chair', 3)] }),
      anAttempt({ status: 'pending', items: [anItem('lamp', 2)] }),
      anAttempt({ status: 'cancelled', items: [anItem('lamp', 4)] }),
    ]
    expect(unsentUnits(aLine('lamp', 7), attempts)).toBe(4)
  })

  it('are never negative', () => {
    expect(unsentUnits(aLine('lamp', 1), [anAttempt({ items: [anItem('lamp', 2)] })])).toBe(0)
    const overcut = anItem('lamp', 1, { cancelledQuantity: 1, unfulfillableQuantity: 1 })
    expect(unsentUnits(aLine('lamp', 1), [anAttempt({ items: [overcut] })])).toBe(1)
  })
})

describe('a parcel that the seller ships himself', () => {
  it('makes the order shipped, and partial while units are left', () => {
    const [one, both] = [1, 2].map((quantity) => [{ orderItemId: 'lamp', quantity }])
    expect(stateAfterOwnParcel(anOrderOf([]), one ?? [])).toMatchObject({
      orderStatus: 'shipped',
      partialReason: '1 of 2 units are still to be sent.',
    })
    expect(stateAfterOwnParcel(anOrderOf([]), both ?? [])).toMatchObject({
      orderStatus: 'shipped',
      partialReason: null,
      progress: { unsent: 0 },
    })
  })

  it('leaves an order shipped whose other parcels were delivered', () => {
    const delivered = anAttempt({ status: 'delivered', items: [anItem('lamp', 1)] })
    const order = anOrderOf([delivered], { status: 'shipped', partialReason: 'One unit is left.' })
    expect(stateAfterOwnParcel(order, [{ orderItemId: 'lamp', quantity: 1 }])).toMatchObject({
      orderStatus: 'shipped',
      partialReason: null,
    })
  })
})
