import { expect, it } from 'vitest'
import { anItem } from './fixtures/sent-order.ts'
import { applyUnfulfillable } from './fulfillment-update.ts'

const reportedLine = (itemId: string, cancelled: number, unfulfillable: number) => ({
  itemId,
  sku: itemId.toUpperCase(),
  quantity: 5,
  cancelled,
  unfulfillable,
})

it('cancelled and unfulfillable units are taken from each line of Amazon', () => {
  const items = [anItem('lamp', 5), anItem('chair', 5)]
  expect(applyUnfulfillable(items, [reportedLine('chair', 0, 3), reportedLine('lamp', 1, 2)])).toMatchObject([
    { orderItemId: 'lamp', cancelledQuantity: 1, unfulfillableQuantity: 2 },
    { orderItemId: 'chair', cancelledQuantity: 0, unfulfillableQuantity: 3 },
  ])
})

it('an unchanged item stays the same object', () => {
  const items = [anItem('lamp', 5, { cancelledQuantity: 1, unfulfillableQuantity: 2 }), anItem('chair', 5)]
  const [lamp, chair] = applyUnfulfillable(items, [reportedLine('lamp', 1, 2)])
  expect(lamp).toBe(items[0])
  expect(chair).toBe(items[1])
})

it('a dropped unit stays dropped', () => {
  const cut = anItem('lamp', 5, { cancelledQuantity: 1, unfulfillableQuantity: 2 })
  expect(applyUnfulfillable([cut], [reportedLine('lamp', 0, 1)])).toEqual([cut])
  expect(applyUnfulfillable([cut], [reportedLine('lamp', 2, 0)])).toMatchObject([
    { cancelledQuantity: 2, unfulfillableQuantity: 2 },
  ])
  expect(applyUnfulfillable([cut], [reportedLine('lamp', 0, 3)])).toMatchObject([
    { cancelledQuantity: 1, unfulfillableQuantity: 3 },
  ])
})

it('no more units are dropped than the item has', () => {
  expect(applyUnfulfillable([anItem('lamp', 5)], [reportedLine('lamp', 9, 9)])).toMatchObject([
    { cancelledQuantity: 5, unfulfillableQuantity: 0 },
  ])
  expect(applyUnfulfillable([anItem('lamp', 5)], [reportedLine('lamp', 2, 9)])).toMatchObject([
    { cancelledQuantity: 2, unfulfillableQuantity: 3 },
  ])
})
