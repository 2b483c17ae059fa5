import { expect, it } from 'vitest'
import { amazonMarketplaces } from '#contract/amazon-marketplaces.ts'
import type { ListingValues } from '#server/ports/listings.ts'
import { languageOf } from './attribute-instances.ts'
import { toNewListing, toPatch } from './listing-attributes.ts'

const marketplaceId = 'A1PA6795UKMFR9'
const german = { language_tag: 'de_DE', marketplace_id: marketplaceId }

const patches = (values: Partial<ListingValues>, where = marketplaceId) =>
  toPatch({ sku: 'HAL-1', productType: null, values }, where).patches

it('patches what changes and nothing else', () => {
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

it('takes away what is to be empty, in this marketplace only', () => {
  expect(patches({ description: null, bulletPoints: [] })).toEqual([
    { op: 'delete', path: '/attributes/product_description', value: [german] },
    { op: 'delete', path: '/attributes/bullet_point', value: [german] },
  ])
})

it('merges price and quantity, so that what stands beside them stays', () => {
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

it('leaves an offer without a price for Amazon to refuse, and never ends it', () => {
  expect(patches({ price: null })).toEqual([
    {
      op: 'merge',
      path: '/attributes/purchasable_offer',
      value: [expect.objectContaining({ our_price: [{ schedule: [] }] })],
    },
  ])
  expect(patches({ quantity: null })).toEqual([])
})

it('leaves the language to Amazon where we don’t know it, and the type where we know none', () => {
  const { productType, patches: made } = toPatch(
    { sku: 'HAL-1', productType: null, values: { title: 'Lamp' } },
    'A1805IZSGTT6HS',
  )
  expect(productType).toBe('PRODUCT')
  expect(made[0]?.value).toEqual([{ value: 'Lamp', marketplace_id: 'A1805IZSGTT6HS' }])
})

it('knows the language of every marketplace that can be chosen', () => {
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

it('makes an offer on an item of the catalogue out of the seller’s terms alone', () => {
  expect(toNewListing({ sku: 'HAL-1', asin: 'B0LAMP0001', productType: 'LAMP', values }, marketplaceId)).toEqual({
    productType: 'LAMP',
    requirements: 'LISTING_OFFER_ONLY',
    attributes: { ...terms, merchant_suggested_asin: [{ value: 'B0LAMP0001', marketplace_id: marketplaceId }] },
  })
})

it('makes a listing without a price where there is none yet', () => {
  const made = toNewListing({ sku: 'HAL-1', asin: null, productType: 'LAMP', values: { ...values, price: null } }, 'X')
  expect(Object.keys(made.attributes)).not.toContain('purchasable_offer')
})

it('makes a new item out of all that is known, and says nothing of the rest', () => {
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
