import { expect, it } from 'vitest'
import type { FulfillmentSnapshot } from '#server/ports/fulfillment.ts'
import { mapLineIds } from './fulfillment-update.ts'

const at = new Date('2026-03-02T10:00:00Z')
const theirs = (sku: string, quantity: number) => ({
  itemId: `their ${sku}`,
  sku,
  quantity,
  cancelled: 0,
  unfulfillable: 0,
})
const ours = (sku: string, quantity: number) => ({ itemId: `our ${sku}`, sku, quantity })

const snapshot = (changes: Partial<FulfillmentSnapshot>): FulfillmentSnapshot => ({
  externalStatus: 'Complete',
  status: 'shipped',
  isInvalid: false,
  isPartial: false,
  unknownWords: [],
  orderNumber: 'LS-1',
  speed: null,
  readAt: at,
  receivedAt: at,
  estimatedShipDate: null,
  estimatedDeliveryDate: null,
  lines: [],
  packages: [],
  ...changes,
})

it('a snapshot with our line ids, or without lines, stays unchanged', () => {
  const known = snapshot({ lines: [{ ...ours('LAMP', 1), cancelled: 0, unfulfillable: 0 }, theirs('CHAIR', 1)] })
  expect(mapLineIds(known, [ours('LAMP', 1)])).toBe(known)
  const bare = snapshot({})
  expect(mapLineIds(bare, [ours('LAMP', 1)])).toBe(bare)
})

it('lines are matched by SKU, in parcels too', () => {
  const parcel = {
    packageNumber: '1',
    carrier: null,
    trackingNumber: null,
    carrierStatus: null,
    estimatedArrival: null,
    shippedAt: at,
    deliveredAt: null,
    isLost: false,
    events: [],
    lines: [{ itemId: 'their CHAIR', quantity: 2 }],
  }
  const mapped = mapLineIds(snapshot({ lines: [theirs('CHAIR', 2), theirs('LAMP', 1)], packages: [parcel] }), [
    ours('LAMP', 1),
    ours('CHAIR', 2),
  ])
  expect(mapped?.lines).toMatchObject([
    { itemId: 'our LAMP', unfulfillable: 0 },
    { itemId: 'our CHAIR', unfulfillable: 0 },
  ])
  expect(mapped?.packages[0]?.lines).toEqual([{ itemId: 'our CHAIR', quantity: 2 }])
  expect(mapped?.isPartial).toBe(false)
})

it('two lines of one SKU are matched separately', () => {
  const lines = [theirs('LAMP', 1), { ...theirs('LAMP', 1), itemId: 'their other LAMP' }]
  const mapped = mapLineIds(snapshot({ lines }), [ours('LAMP', 1), { ...ours('LAMP', 1), itemId: 'our other LAMP' }])
  expect(mapped?.lines).toMatchObject([{ itemId: 'our LAMP' }, { itemId: 'our other LAMP' }])
})

it('units that were never submitted count as unfulfillable', () => {
  const lines = [{ ...theirs('LAMP', 3), unfulfillable: 1 }]
  const all = [ours('LAMP', 5), ours('CHAIR', 1)]
  const mapped = mapLineIds(snapshot({ lines }), all)
  expect(mapped).toMatchObject({ isPartial: true, lines: [{ unfulfillable: 3 }, { unfulfillable: 1 }] })
  expect(mapLineIds(snapshot({ lines, status: 'processing' }), all)).toMatchObject({ isPartial: false })
  const oneWhole = mapLineIds(snapshot({ lines: [{ ...theirs('LAMP', 5), cancelled: 2 }] }), all)
  expect(oneWhole).toMatchObject({ isPartial: true, lines: [{ cancelled: 2, unfulfillable: 0 }, { unfulfillable: 1 }] })
})

it('a snapshot without our SKUs is not ours', () => {
  expect(mapLineIds(snapshot({ lines: [theirs('TABLE', 1)] }), [ours('LAMP', 1)])).toBeNull()
})
