import { expect, it } from 'vitest'
import { inEnglish } from '#contract/i18n.ts'
import { readOffer, type AmazonPreview } from './speed-offer.ts'

const date = (day: number) => new Date(Date.UTC(2026, 10, day))

const preview = (changes: Partial<AmazonPreview> = {}): AmazonPreview => ({
  shippingSpeedCategory: 'Standard',
  isFulfillable: true,
  estimatedShippingWeight: null,
  estimatedFees: [],
  fulfillmentPreviewShipments: [],
  unfulfillablePreviewItems: [],
  orderUnfulfillableReasons: [],
  ...changes,
})

const unfulfillable = (...words: string[]) => ({
  sellerSku: 'LAMP',
  sellerFulfillmentOrderItemId: 'line-1',
  quantity: 3,
  itemUnfulfillableReasons: words,
})

it('an offer spans all shipments and adds all fees', () => {
  const shipment = (first: number) => ({
    earliestShipDate: date(first),
    latestShipDate: date(first + 1),
    earliestArrivalDate: date(first + 3),
    latestArrivalDate: date(first + 4),
    fulfillmentPreviewItems: [],
  })
  const fee = (value: string) => ({ name: 'fee', amount: { currencyCode: 'USD', value } })
  const { offer } = readOffer(
    preview({ fulfillmentPreviewShipments: [shipment(5), shipment(2)], estimatedFees: [fee('4.95'), fee('3.005')] }),
  )
  expect(offer).toEqual({
    speed: 'standard',
    isFulfillable: true,
    fee: { amount: '7.96', currency: 'USD' },
    earliestShipDate: date(2),
    latestShipDate: date(6),
    earliestArrivalDate: date(5),
    latestArrivalDate: date(9),
    problems: [],
  })
})

it.each([
  ['InsufficientInventory', 'Amazon’s warehouses don’t have 3 of LAMP.'],
  ['ItemQuantityNotAvailable', 'Amazon’s warehouses don’t have 3 of LAMP.'],
  ['ItemNotFound', 'Amazon has no stock record for LAMP.'],
  ['NotEligibleForExport', 'Amazon doesn’t ship LAMP outside the country where it is stored.'],
  ['DeliverySLAUnavailable', 'Amazon can’t deliver LAMP at this speed.'],
])('the reason %s is explained', (word, sentence) => {
  const { offer, unknownWords } = readOffer(
    preview({ isFulfillable: false, unfulfillablePreviewItems: [unfulfillable(word)] }),
  )
  expect({ problems: offer?.problems.map(inEnglish), unknownWords }).toEqual({ problems: [sentence], unknownWords: [] })
})

it('an unknown reason is shown in Amazon’s words, and each reason once', () => {
  const { offer, unknownWords } = readOffer(
    preview({
      isFulfillable: false,
      unfulfillablePreviewItems: [unfulfillable('MoonInWrongHouse', 'InvalidDestinationAddress')],
      orderUnfulfillableReasons: ['InvalidDestinationAddress', 'DeliverySLAUnavailable'],
    }),
  )
  expect(offer?.problems.map(inEnglish)).toEqual([
    'Amazon says about LAMP: MoonInWrongHouse',
    'Amazon doesn’t accept the delivery address.',
    'Amazon can’t deliver this order at this speed.',
  ])
  expect(unknownWords).toEqual(['MoonInWrongHouse'])
})

it('an unavailable speed always has a reason, and unknown speeds are skipped', () => {
  expect(readOffer(preview({ isFulfillable: false })).offer?.problems.map(inEnglish)).toEqual([
    'Amazon can’t ship this order at this speed and gave no reason.',
  ])
  expect(readOffer(preview({ shippingSpeedCategory: 'ScheduledDelivery' })).offer).toBeNull()
})
