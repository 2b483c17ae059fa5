import { expect, it } from 'vitest'
import { Rejected } from '#server/ports/failure.ts'
import { searchCatalogItems } from './catalog.ts'
import { createFeed } from './feeds.ts'
import { newOrder, type NewOrder } from './fixtures/fulfillment-samples.ts'
import { createFulfillmentOrder } from './fulfillment/write-order.ts'
import { listingsFeed } from './listings-feed.ts'
import { getListingsItem, patchListingsItem, searchListingsItems } from './listings.ts'
import { createDestination } from './notifications.ts'
import { createRestrictedDataToken } from './tokens.ts'
import { InvalidRequest } from './request-schemas.ts'
import { getPurchaseOrders, submitAcknowledgement } from './vendor-orders.ts'

const marketplaceIds = ['ATVPDKIKX0DER']
const letters = (count: number) => 'x'.repeat(count)
const many = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index))
const create = (change: Partial<NewOrder>) => () => createFulfillmentOrder.request({ body: { ...newOrder, ...change } })
const [line = { sellerSku: '', sellerFulfillmentOrderItemId: '', quantity: 0 }] = newOrder.items

it.each<[string, Partial<NewOrder>]>([
  ['Fulfillment ID is longer than 40 characters', { sellerFulfillmentOrderId: letters(41) }],
  ['Fulfillment ID can only have letters', { sellerFulfillmentOrderId: 'ORD+1' }],
  ['Order number is longer than 40 characters', { displayableOrderId: letters(41) }],
  ['Order number has two spaces in a row', { displayableOrderId: '10  42' }],
  ['Order number has characters that Amazon can’t print', { displayableOrderId: '注文 1042' }],
  ['Order comment is missing', { displayableOrderComment: '  ' }],
  ['Order comment is longer than 750 characters', { displayableOrderComment: letters(751) }],
  ['A time is not written as Amazon writes it', { displayableOrderDate: 'yesterday' }],
  ['Email address is longer than 64 characters', { notificationEmails: [letters(65)] }],
  ['Lines: there are none', { items: [] }],
  ['Lines: there are more than 100', { items: many(101, () => line) }],
  ['One order has at most 250 units', { items: [{ ...line, quantity: 251 }] }],
  ['Quantity must be at least 1', { items: [{ ...line, quantity: 0 }] }],
  ['SKU is longer than 50 characters', { items: [{ ...line, sellerSku: letters(51) }] }],
  ['Gift message is longer than 512 characters', { items: [{ ...line, giftMessage: letters(513) }] }],
  ['Line comment is longer than 250 characters', { items: [{ ...line, displayableComment: letters(251) }] }],
  ['City is missing', { destinationAddress: { ...newOrder.destinationAddress, city: undefined } }],
  ['A Japanese address has no city', { destinationAddress: { ...newOrder.destinationAddress, countryCode: 'JP' } }],
  ['not a code of two capital letters', { destinationAddress: { ...newOrder.destinationAddress, countryCode: 'USA' } }],
])('an order is not sent: %s', (sentence, change) => {
  expect(create(change)).toThrow(sentence)
  expect(create(change)).toThrow(InvalidRequest)
})

it('an order just within every limit is valid', () => {
  const items = many(100, (index) => ({ ...line, sellerFulfillmentOrderItemId: `${index}`, quantity: 2 }))
  expect(
    create({
      items,
      sellerFulfillmentOrderId: letters(40),
      displayableOrderId: 'Ø 1042',
      displayableOrderComment: letters(750),
      destinationAddress: { ...newOrder.destinationAddress, countryCode: 'JP', city: undefined },
    }),
  ).not.toThrow()
})

it('an invalid request lists all problems with their place, and is a Rejected', () => {
  const broken = create({ displayableOrderId: letters(41), items: [line, { ...line, sellerSku: '' }] })
  expect(broken).toThrow(Rejected)
  expect(broken).toThrow(
    expect.objectContaining({
      message:
        'The order can’t be sent to Amazon: Order number is longer than 40 characters; SKU is missing (number 2 in the list)',
      fields: ['displayableOrderId', 'items.1.sellerSku'],
      code: 'unsendable',
    }),
  )
})

it.each<[string, () => unknown]>([
  [
    'Identifiers: there are more than 20',
    () => searchCatalogItems.request({ marketplaceIds, identifiers: many(21, String), identifiersType: 'ASIN' }),
  ],
  [
    'SKUs are found with their seller only',
    () => searchCatalogItems.request({ marketplaceIds, identifiers: ['A'], identifiersType: 'SKU' }),
  ],
  [
    'Marketplaces: there are more than 1',
    () => searchCatalogItems.request({ marketplaceIds: ['A', 'B'], keywords: ['lamp'] }),
  ],
  ['A page has at most 20 rows', () => searchListingsItems.request({ sellerId: 'S', marketplaceIds, pageSize: 21 })],
  [
    'Identifiers and their type go together',
    () => searchListingsItems.request({ sellerId: 'S', marketplaceIds, identifiers: ['A'] }),
  ],
  [
    'A patch names one whole attribute',
    () =>
      patchListingsItem.request({
        sellerId: 'S',
        sku: 'A',
        marketplaceIds,
        body: { productType: 'LAMP', patches: [{ op: 'replace', path: '/attributes/a/0/value' }] },
      }),
  ],
  [
    'Marketplaces: there are more than 25',
    () => createFeed.request({ body: { feedType: 'F', inputFeedDocumentId: 'D', marketplaceIds: many(26, String) } }),
  ],
  [
    'Restricted resources: there are more than 50',
    () =>
      createRestrictedDataToken.request({
        body: { restrictedResources: many(51, () => ({ method: 'GET' as const, path: '/a' })) },
      }),
  ],
  [
    'for seven days at most',
    () => getPurchaseOrders.request({ createdAfter: '2026-11-01T00:00:00Z', createdBefore: '2026-11-08T00:00:01Z' }),
  ],
  [
    'A refusal needs its reason',
    () =>
      submitAcknowledgement.request({
        body: {
          acknowledgements: [
            {
              purchaseOrderNumber: 'P',
              sellingParty: { partyId: 'V' },
              acknowledgementDate: '2026-11-01T00:00:00Z',
              items: [
                {
                  orderedQuantity: { amount: 1, unitOfMeasure: 'Eaches' },
                  netCost: { currencyCode: 'USD', amount: '1' },
                  itemAcknowledgements: [
                    { acknowledgementCode: 'Rejected', acknowledgedQuantity: { amount: 1, unitOfMeasure: 'Eaches' } },
                  ],
                },
              ],
            },
          ],
        },
      }),
  ],
  [
    'not named by an ARN',
    () => createDestination.request({ body: { name: 'a', resourceSpecification: { sqs: { arn: 'queue' } } } }),
  ],
])('a query is not sent: %s', (sentence, ask) => {
  expect(ask).toThrow(sentence)
  expect(ask).toThrow(InvalidRequest)
})

it.each(['', '.', '..'])('the value “%s” is never put into a path, where it would lead elsewhere', (sku) => {
  expect(() => getListingsItem.request({ sellerId: 'S', sku, marketplaceIds })).toThrow(Rejected)
})

it('a feed contains its messages under their numbers', () => {
  const file = listingsFeed('S', [{ messageId: 1, sku: 'HAL-1', operationType: 'DELETE' }])
  expect(JSON.parse(file)).toEqual({
    header: { sellerId: 'S', version: '2.0', issueLocale: 'en_US' },
    messages: [{ messageId: 1, sku: 'HAL-1', operationType: 'DELETE' }],
  })
})

it('a feed with too many messages, a repeated number or too large a file is refused', () => {
  const end = (messageId: number) => ({ messageId, sku: 'A', operationType: 'DELETE' as const })
  const large = { messageId: 1, sku: 'A', operationType: 'PARTIAL_UPDATE' as const, productType: 'LAMP' }
  expect(() => listingsFeed('S', many(25_001, end))).toThrow('more than 25000')
  expect(() => listingsFeed('S', [end(1), end(1)])).toThrow('Two messages have the same number')
  expect(() => listingsFeed('S', [{ ...large, attributes: { a: letters(10 * 1024 * 1024) } }])).toThrow('10 MiB')
})
