import { afterEach, beforeEach, expect, it } from 'vitest'
import { startAmazon, type RunningAmazon } from '#emulators/amazon/start-amazon.ts'
import { marketplaceId, sellerId } from '../fixtures/seller-account.ts'
import { application } from '../fixtures/test-settings.ts'
import { readFeedReport, readSubmission } from '../translate/listing-write-result.ts'
import { readMoney } from '../translate/amazon-values.ts'
import { readProcessingStatus } from '../translate/processing-status.ts'
import { searchCatalogItems } from './catalog.ts'
import { createFeed, createFeedDocument, getFeed, getFeedDocument } from './feeds.ts'
import { createClientFixture, type ClientFixture } from './fixtures/client-fixture.ts'
import { listingsFeed, listingsFeedContentType, listingsFeedType, type ListingsFeedMessage } from './listings-feed.ts'
import {
  deleteListingsItem,
  getListingsItem,
  patchListingsItem,
  putListingsItem,
  searchListingsItems,
} from './listings.ts'
import { getDefinitionsProductType, searchDefinitionsProductTypes } from './product-types.ts'
import { createReport, getReport, getReportDocument } from './reports.ts'
import { getListingsRestrictions } from './restrictions.ts'

let amazon: RunningAmazon
let talk: ClientFixture

/** Longer than any accepted work of the emulator takes. */
const later = 1000
const mostBytes = 1_000_000
const marketplaceIds = [marketplaceId]
const sku = 'HAL 1/a,b'
const listing = { sellerId, sku, marketplaceIds }

beforeEach(async () => {
  amazon = await startAmazon({ client: application, limits: 'amazon', speed: 0 })
  talk = await createClientFixture(amazon)
  await talk.stock({
    sku,
    asin: 'B0LAMP0001',
    title: 'Desk lamp',
    brand: 'Halden',
    price: 24.5,
    fulfilledBy: 'merchant',
    quantity: 3,
  })
})
afterEach(() => amazon.stop())

const read = () => talk.call(getListingsItem, { ...listing, includedData: ['summaries', 'offers', 'issues'] })

const priceOf = (value: number) => ({
  op: 'replace' as const,
  path: '/attributes/purchasable_offer',
  value: [{ marketplace_id: marketplaceId, currency: 'USD', our_price: [{ schedule: [{ value_with_tax: value }] }] }],
})

const patch = (value: number) =>
  talk.call(patchListingsItem, { ...listing, body: { productType: 'PRODUCT', patches: [priceOf(value)] } })

it('a changed price shows after Amazon has processed it', async () => {
  expect(readSubmission(await patch(19.9)).outcome).toBe('queued')
  talk.pass(later)
  const { offers } = await read()
  expect(offers.map(({ price }) => readMoney(price))).toEqual([{ currency: 'USD', amount: '19.90' }])
})

it('missing attributes of a new listing are reported by preview and by put, and nothing is listed', async () => {
  const body = { productType: 'SHIRT', attributes: { item_name: [{ value: 'Shirt' }] } }
  const target = { sellerId, sku: 'SHIRT-1', marketplaceIds }
  const rehearsal = await talk.call(putListingsItem, { ...target, mode: 'VALIDATION_PREVIEW', body })
  const { outcome, issues } = readSubmission(rehearsal)
  expect(outcome).toBe('refused')
  expect(issues.filter(({ severity }) => severity === 'error').length).toBeGreaterThan(0)
  await expect(talk.call(getListingsItem, target)).rejects.toThrow()
})

it('listings, their catalogue items and product type rules can be found', async () => {
  const found = await talk.call(searchListingsItems, {
    sellerId,
    marketplaceIds,
    identifiers: [sku],
    identifiersType: 'SKU',
    includedData: ['summaries'],
  })
  expect(found.items.map((item) => item.sku)).toEqual([sku])
  const pages = await talk.call(searchCatalogItems, {
    marketplaceIds,
    identifiers: [sku],
    identifiersType: 'SKU',
    sellerId,
    includedData: ['summaries', 'attributes'],
  })
  expect(pages.items.map(({ asin }) => asin)).toEqual(['B0LAMP0001'])
  const { restrictions } = await talk.call(getListingsRestrictions, { asin: 'B0LAMP0001', sellerId, marketplaceIds })
  expect(restrictions).toEqual([])
  const { productTypes } = await talk.call(searchDefinitionsProductTypes, { marketplaceIds, keywords: ['suitcase'] })
  expect(productTypes.map(({ name }) => name)).toEqual(['LUGGAGE'])
  const definition = await talk.call(getDefinitionsProductType, { productType: 'LUGGAGE', marketplaceIds })
  const schema = await talk.documents.download({ url: definition.schema.link.resource }, { mostBytes })
  expect(JSON.parse(schema.toString())).toHaveProperty('properties')
})

it('a listing can be deleted', async () => {
  expect(readSubmission(await talk.call(deleteListingsItem, listing)).outcome).toBe('queued')
  talk.pass(later)
  await expect(read()).rejects.toThrow()
})

it('a feed changes many listings, and its report names the refused ones', async () => {
  const messages: ListingsFeedMessage[] = [
    { messageId: 1, sku, operationType: 'PATCH', productType: 'PRODUCT', patches: [priceOf(12)] },
    {
      messageId: 2,
      sku: 'SHIRT-1',
      operationType: 'UPDATE',
      productType: 'SHIRT',
      attributes: { brand: [{ value: 'B' }] },
    },
  ]
  const document = await talk.call(createFeedDocument, { body: { contentType: listingsFeedContentType } })
  const bytes = new TextEncoder().encode(listingsFeed(sellerId, messages))
  await talk.documents.upload(document, { contentType: listingsFeedContentType, bytes })
  const { feedId } = await talk.call(createFeed, {
    body: { feedType: listingsFeedType, marketplaceIds, inputFeedDocumentId: document.feedDocumentId },
  })
  expect(readProcessingStatus((await talk.call(getFeed, { feedId })).processingStatus)).toBe('working')
  talk.pass(later)
  const feed = await talk.call(getFeed, { feedId })
  expect(readProcessingStatus(feed.processingStatus)).toBe('done')
  const result = await talk.call(getFeedDocument, { feedDocumentId: feed.resultFeedDocumentId ?? '' })
  const report = readFeedReport((await talk.documents.download(result, { mostBytes })).toString())
  expect(report).toMatchObject({ processed: 2, accepted: 1, refused: 1 })
  expect(new Set(report.issues.map(({ messageId }) => messageId))).toEqual(new Set([2]))

  talk.pass(later)
  expect((await read()).offers[0]?.price.amount).toMatch(/^12/)
  expect(talk.violations()).toBe(0)
})

it('a report of all listings can be downloaded', async () => {
  const { reportId } = await talk.call(createReport, {
    body: { reportType: 'GET_MERCHANT_LISTINGS_ALL_DATA', marketplaceIds },
  })
  talk.pass(later)
  const report = await talk.call(getReport, { reportId })
  expect(readProcessingStatus(report.processingStatus)).toBe('done')
  const document = await talk.call(getReportDocument, { reportDocumentId: report.reportDocumentId ?? '' })
  const [heading, ...rows] = (await talk.documents.download(document, { mostBytes })).toString().trim().split('\n')
  const column = heading?.split('\t').indexOf('seller-sku') ?? -1
  expect(rows.map((row) => row.split('\t')[column])).toContain(sku)
})
