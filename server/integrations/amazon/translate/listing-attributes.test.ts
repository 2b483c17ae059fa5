import { expect, it } from 'vitest'
import { amazonMarketplaces } from '#contract/amazon-marketplaces.ts'
import type { ListingValues } from '#server/ports/listings.ts'
import { languageOf } from './attribute-instances.ts'
import { toNewListing, toPatch } from './listing-attributes.ts'

const marketplaceId = 'A1PA6795UKMFR9'
const german = { language_tag: 'de_DE', marketplace_id: marketplaceId }

const patches = (values: Partial<ListingValues>, where = marketplaceId) =>
  toPatch({ sku: 'HAL-1', productType: null, values }, where).patches

it('a patch contains only the changed fields', () => {
  expect(patches({ title: 'Lampe' })).toEqual([
    { op: 'replace', path: '/attributes/item_name', value: [{ value: 'Lampe', ...german }] },
  ])
  expect(patches({ bulletPoints: ['Hell', 'Klein'], brand: 'Halden' })).toEqual([
    { op: 'replace', path: '/attributes/brand', value: [{ value: 'Halden', ...german }] },
    {
      op: 'replace',
      path: '/attributes/bullet_point',
      value: [
        { value: 'Hell', ...german },
        { value: 'Klein', ...german },
      ],
    },
  ])
})

it('an emptied field is deleted in this marketplace only', () => {
  expect(patches({ description: null, bulletPoints: [] })).toEqual([
    { op: 'delete', path: '/attributes/product_description', value: [german] },
    { op: 'delete', path: '/attributes/bullet_point', value: [german] },
  ])
})

it('price and quantity are merged, so that other fields of the attribute stay', () => {
  const price = { marketplace_id: marketplaceId, currency: 'EUR', audience: 'ALL' }
  expect(patches({ price: '24.50', quantity: 0 })).toEqual([
    {
      op: 'merge',
      path: '/attributes/purchasable_offer',
      value: [{ ...price, our_price: [{ schedule: [{ value_with_tax: 24.5 }] }] }],
    },
    {
      op: 'merge',
      path: '/attributes/fulfillment_availability',
      value: [{ fulfillment_channel_code: 'DEFAULT', quantity: 0 }],
    },
  ])
  expect(patches({ price: '9.00', currency: 'CHF' })[0]?.value).toMatchObject([{ currency: 'CHF' }])
})

it('an offer without a price is left for Amazon to refuse, and not deleted', () => {
  expect(patches({ price: null })).toEqual([
    {
      op: 'merge',
      path: '/attributes/purchasable_offer',
      value: [expect.objectContaining({ our_price: [{ schedule: [] }] })],
    },
  ])
  expect(patches({ quantity: null })).toEqual([])
})

it('an unknown language is left to Amazon, and an unknown type is PRODUCT', () => {
  const { productType, patches: made } = toPatch(
    { sku: 'HAL-1', productType: null, values: { title: 'Lamp' } },
    'A1805IZSGTT6HS',
  )
  expect(productType).toBe('PRODUCT')
  expect(made[0]?.value).toEqual([{ value: 'Lamp', marketplace_id: 'A1805IZSGTT6HS' }])
})

it('every marketplace that can be chosen has a language', () => {
  const speechless = amazonMarketplaces.filter(({ id, unavailable }) => !unavailable && !languageOf(id))
  expect(speechless).toEqual([])
})

const values: ListingValues = {
  title: 'Lampe',
  brand: null,
  description: 'Sie leuchtet.',
  bulletPoints: [],
  price: '24.50',
  currency: 'EUR',
  quantity: 3,
}
const terms = {
  condition_type: [{ value: 'new_new', marketplace_id: marketplaceId }],
  purchasable_offer: [expect.objectContaining({ currency: 'EUR' })],
  fulfillment_availability: [{ fulfillment_channel_code: 'DEFAULT', quantity: 3 }],
}

it('an offer on a catalogue item contains only the seller’s terms', () => {
  expect(toNewListing({ sku: 'HAL-1', asin: 'B0LAMP0001', productType: 'LAMP', values }, marketplaceId)).toEqual({
    productType: 'LAMP',
    requirements: 'LISTING_OFFER_ONLY',
    attributes: { ...terms, merchant_suggested_asin: [{ value: 'B0LAMP0001', marketplace_id: marketplaceId }] },
  })
})

it('a listing without a price has no price attribute', () => {
  const made = toNewListing({ sku: 'HAL-1', asin: null, productType: 'LAMP', values: { ...values, price: null } }, 'X')
  expect(Object.keys(made.attributes)).not.toContain('purchasable_offer')
})

it('a new item contains all known facts and nothing else', () => {
  expect(toNewListing({ sku: 'HAL-1', asin: null, productType: 'LAMP', values }, marketplaceId)).toEqual({
    productType: 'LAMP',
    requirements: 'LISTING',
    attributes: {
      ...terms,
      item_name: [{ value: 'Lampe', ...german }],
      product_description: [{ value: 'Sie leuchtet.', ...german }],
    },
  })
})
