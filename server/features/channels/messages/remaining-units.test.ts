import { expect, test } from 'vitest'
import { leavesRest, type OrderedLine } from './remaining-units.ts'

const line = (given: Partial<OrderedLine> = {}): OrderedLine => ({
  sku: 'TEE',
  externalItemId: '1',
  quantity: 2,
  reported: 0,
  ...given,
})
const parcel = (quantity: number, of: Partial<OrderedLine> = {}) => {
  const { sku, externalItemId } = line(of)
  return { carrier: 'UPS', trackingNumber: '1Z', items: [{ sku, externalItemId, quantity }] }
}
const mug = { sku: 'MUG', externalItemId: '2' }

test.each([
  ['a parcel with everything leaves nothing', [line()], [parcel(2)], false],
  ['a parcel with one of two leaves one', [line()], [parcel(1)], true],
  ['the second parcel completes what the first began', [line({ reported: 1 })], [parcel(1)], false],
  ['another line that was not shipped is left', [line(), line(mug)], [parcel(2)], true],
  ['two parcels in one message count together', [line(), line(mug)], [parcel(2), parcel(2, mug)], false],
  [
    'lines of one SKU without ids share a parcel',
    [line({ externalItemId: null }), line({ externalItemId: null })],
    [parcel(4, { externalItemId: null })],
    false,
  ],
  ['a replacement on top of everything leaves nothing', [line({ reported: 2 })], [parcel(1)], false],
  ['more of one line than was ordered doesn’t ship another', [line({ reported: 3 }), line(mug)], [parcel(1)], true],
] as const)('%s', (_, lines, shipments, expected) => {
  expect(leavesRest(lines, shipments)).toBe(expected)
})
