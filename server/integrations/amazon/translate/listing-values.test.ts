import { expect, it } from 'vitest'
import { getListingsItem } from '../operations/listings.ts'
import { toListing } from './listing.ts'

const marketplaceId = 'ATVPDKIKX0DER'
const canada = 'A2EUQ1WTGCTBG2'

const summary = {
  marketplaceId,
  asin: 'B0LAMP0001',
  productType: 'LAMP',
  status: ['BUYABLE'],
  itemName: 'Lamp, as Amazon shows it',
  createdDate: '2026-01-01T00:00:00Z',
  lastUpdatedDate: '2026-05-04T10:00:00Z',
}
const offerOf = (amount: number, more: object = {}) => ({
  marketplace_id: marketplaceId,
  currency: 'USD',
  our_price: [{ schedule: [{ value_with_tax: amount }] }],
  ...more,
})
const said = (value: string, more: object = {}) => ({
  value,
  language_tag: 'en_US',
  marketplace_id: marketplaceId,
  ...more,
})

const read = (item: object, where = marketplaceId) =>
  toListing(getListingsItem.wire.parse({ sku: 'HAL-1', summaries: [summary], ...item }), where)

it('values are read from what the seller wrote', () => {
  const listing = read({
    attributes: {
      item_name: [said(' Desk lamp ')],
      brand: [said('Halden')],
      product_description: [said('It shines.')],
      bullet_point: [said('Bright'), said('  '), said('Small')],
      purchasable_offer: [offerOf(19, { audience: 'B2B' }), offerOf(24.5, { audience: 'ALL' })],
      fulfillment_availability: [{ fulfillment_channel_code: 'DEFAULT', quantity: 3 }],
    },
    offers: [{ marketplaceId, offerType: 'B2C', price: { currencyCode: 'USD', amount: '17.99' } }],
  })
  expect(listing).toEqual({
    sku: 'HAL-1',
    asin: 'B0LAMP0001',
    productType: 'LAMP',
    statuses: ['BUYABLE'],
    fulfilledBy: 'merchant',
    issues: [],
    changedAt: new Date('2026-05-04T10:00:00Z'),
    values: {
      title: 'Desk lamp',
      brand: 'Halden',
      description: 'It shines.',
      bulletPoints: ['Bright', 'Small'],
      price: '24.50',
      currency: 'USD',
      quantity: 3,
    },
  })
})

it('values that Amazon shows replace missing ones, as for an offer on another’s item', () => {
  const { values } = read({
    attributes: { item_name: 'not a list', purchasable_offer: [{ currency: 'USD' }] },
    offers: [
      { marketplaceId, offerType: 'B2B', price: { currencyCode: 'USD', amount: '15' } },
      { marketplaceId, offerType: 'B2C', price: { currencyCode: 'USD', amount: '1.8E1' } },
    ],
    fulfillmentAvailability: [{ fulfillmentChannelCode: 'DEFAULT', quantity: 0 }],
  })
  expect(values).toEqual({
    title: 'Lamp, as Amazon shows it',
    brand: null,
    description: null,
    bulletPoints: [],
    price: '18.00',
    currency: 'USD',
    quantity: 0,
  })
})

it('values are read for the marketplace, in its own language', () => {
  const { values } = read(
    {
      attributes: {
        item_name: [
          said('Lampe', { marketplace_id: canada, language_tag: 'fr_CA' }),
          said('Lamp, eh', { marketplace_id: canada, language_tag: 'en_CA' }),
          said('Desk lamp'),
        ],
        bullet_point: [
          said('Claire', { marketplace_id: canada, language_tag: 'fr_CA' }),
          said('Petite', { marketplace_id: canada, language_tag: 'fr_CA' }),
        ],
        purchasable_offer: [offerOf(20), offerOf(27, { marketplace_id: canada, currency: 'CAD' })],
      },
    },
    canada,
  )
  expect(values).toMatchObject({
    title: 'Lamp, eh',
    bulletPoints: ['Claire', 'Petite'],
    price: '27.00',
    currency: 'CAD',
  })
})

it.each([1e9, -3, 1e30])('the amount %d is no price', (amount) => {
  const { values } = read({ attributes: { purchasable_offer: [offerOf(amount)] } })
  expect(values).toMatchObject({ price: null, currency: null })
})

it.each([
  ['Amazon’s channel alone', [{ fulfillmentChannelCode: 'AMAZON_NA' }], {}, 'amazon', null],
  [
    'both channels',
    [{ fulfillmentChannelCode: 'DEFAULT', quantity: 4 }, { fulfillmentChannelCode: 'AMAZON_EU' }],
    {},
    'amazon',
    null,
  ],
  ['no channel, but a label of Amazon’s warehouses', [], { fnSku: 'X001LAMP01' }, 'amazon', null],
  ['the merchant’s channel', [{ fulfillmentChannelCode: 'DEFAULT', quantity: 4 }], { fnSku: 'X0' }, 'merchant', 4],
  ['nothing said', [], {}, 'merchant', null],
])('fulfilledBy and quantity follow the channels: %s', (_, fulfillmentAvailability, label, fulfilledBy, quantity) => {
  const listing = read({ summaries: [{ ...summary, ...label }], fulfillmentAvailability })
  expect(listing.fulfilledBy).toBe(fulfilledBy)
  expect(listing.values.quantity).toBe(quantity)
})

it('issues of this marketplace are kept, and an unknown severity becomes a warning', () => {
  const issue = (message: string, more: object = {}) => ({ code: '1', message, severity: 'ERROR', ...more })
  const { issues } = read({
    issues: [
      issue('Everywhere', { attributeNames: ['brand'] }),
      issue('Here', { marketplaceIds: [marketplaceId], severity: 'PONDEROUS' }),
      issue('Elsewhere', { marketplaceIds: [canada] }),
    ],
  })
  expect(issues).toEqual([
    { code: '1', message: 'Everywhere', severity: 'error', attributes: ['brand'] },
    { code: '1', message: 'Here', severity: 'warning', attributes: [] },
  ])
})

it('a listing without a summary in the marketplace has only its SKU', () => {
  const listing = read({ summaries: [], productTypes: [{ marketplaceId, productType: 'LAMP' }] })
  expect(listing).toMatchObject({ sku: 'HAL-1', asin: null, productType: 'LAMP', statuses: [], changedAt: null })
})
