import { describe, expect, it } from 'vitest'
import { aLine, anAttempt, anItem } from './fixtures/sent-order.ts'
import { progressOf, unsentUnits } from './next-state.ts'

const lines = [aLine('lamp', 2), aLine('chair', 3)]
const items = [anItem('lamp', 2), anItem('chair', 3)]

describe('an order of five units', () => {
  it('has all of them to send before anybody tries', () => {
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

  it('has none to send, and none accepted, while Amazon has not answered', () => {
    expect(progressOf(lines, [anAttempt({ items })])).toMatchObject({
      unsent: 0,
      unaccepted: 5,
      isLive: true,
      isAccepted: false,
    })
  })

  it('is accepted from Amazon’s answer on, and leaves with the first parcel', () => {
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

  it('has arrived once every attempt that did not fail has', () => {
    const lamps = anAttempt({ status: 'delivered', items: [anItem('lamp', 2)] })
    const chairs = anAttempt({ status: 'shipped', items: [anItem('chair', 3)] })
    expect(progressOf(lines, [lamps, chairs]).isDelivered).toBe(false)
    expect(progressOf(lines, [lamps, { ...chairs, status: 'delivered' }]).isDelivered).toBe(true)
    expect(progressOf(lines, [lamps, { ...chairs, status: 'cancelled' }])).toMatchObject({
      isDelivered: true,
      unsent: 3,
    })
  })

  it.each(['cancelled', 'unfulfillable'] as const)('has everything to send again when its attempt is %s', (status) => {
    expect(progressOf(lines, [anAttempt({ status, items })])).toMatchObject({
      unsent: 5,
      unaccepted: 5,
      isLive: false,
      isAccepted: false,
      isDelivered: false,
    })
  })
})

describe('of a line', () => {
  it('those units are to be sent that Amazon has left out for good', () => {
    const cut = anAttempt({
      status: 'shipped',
      items: [anItem('lamp', 5, { cancelledQuantity: 1, unfulfillableQuantity: 2 })],
    })
    expect(unsentUnits(aLine('lamp', 5), [cut])).toBe(3)
  })

  it('the units of several attempts count together, and those of other lines and failed attempts not at all', () => {
    const attempts = [
      anAttempt({ status: 'shipped', items: [anItem('lamp', 1), anItem('chair', 3)] }),
      anAttempt({ status: 'pending', items: [anItem('lamp', 2)] }),
      anAttempt({ status: 'cancelled', items: [anItem('lamp', 4)] }),
    ]
    expect(unsentUnits(aLine('lamp', 7), attempts)).toBe(4)
  })

  it('never less than nothing is to be sent', () => {
    expect(unsentUnits(aLine('lamp', 1), [anAttempt({ items: [anItem('lamp', 2)] })])).toBe(0)
    const overcut = anItem('lamp', 1, { cancelledQuantity: 1, unfulfillableQuantity: 1 })
    expect(unsentUnits(aLine('lamp', 1), [anAttempt({ items: [overcut] })])).toBe(1)
  })
})
