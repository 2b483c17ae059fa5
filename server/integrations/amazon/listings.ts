import { formatMessage, say } from '#contract/i18n.ts'
import type { Listings, LongRunningResult } from '#server/ports/listings.ts'
import { type MarketplaceAccount, StaleCursor } from '#server/ports/marketplace.ts'
import type { AmazonClient } from './client.ts'
import { createDocuments, type Documents } from './documents.ts'
import { isStalePageError } from './errors.ts'
import type { InputOf } from './operation.ts'
import { searchCatalogItems } from './operations/catalog.ts'
import { patchListingsItem, putListingsItem, searchListingsItems } from './operations/listings.ts'
import { searchDefinitionsProductTypes } from './operations/product-types.ts'
import { createReport, getReport, getReportDocument } from './operations/reports.ts'
import { createPatchFeeds, readHandle, writeHandle } from './patch-feed.ts'
import type { AmazonSettings } from './settings.ts'
import { toCatalogFacts } from './translate/catalog-facts.ts'
import { toNewListing, toPatch } from './translate/listing-attributes.ts'
import { toListing } from './translate/listing.ts'
import { readProcessingStatus } from './translate/processing-status.ts'
import { readSubmission, toWriteResult } from './translate/listing-write-result.ts'
import { readSkuReport } from './translate/sku-report.ts'

/**
 * The listings port. It shares the client with the marketplace port, because Amazon's rate limits count all calls of an
 * account.
 */
export function createAmazonListings(
  settings: Pick<AmazonSettings, 'fetch' | 'timing' | 'chance' | 'log'>,
  client: AmazonClient,
): Listings {
  const documents = createDocuments(settings)
  return {
    ...createSkuLists(client, documents),
    ...createListingReads(client),
    ...createListingWrites(client),
    ...createPatchFeeds(client, documents),
  }
}

type ListingSearch = InputOf<typeof searchListingsItems>

const pageSize = 20

/** Issue texts are requested in English, whatever the marketplace's language is. */
const includedFields: Pick<ListingSearch, 'pageSize' | 'includedData' | 'issueLocale'> = {
  pageSize,
  includedData: ['summaries', 'attributes', 'issues', 'offers', 'fulfillmentAvailability', 'productTypes'],
  issueLocale: 'en_US',
}

function createListingReads(client: AmazonClient): Pick<Listings, 'readListings' | 'readChanged' | 'readCatalog'> {
  const search = async (
    account: MarketplaceAccount,
    marketplaceId: string,
    filter: Omit<ListingSearch, 'sellerId' | 'marketplaceIds'>,
  ) => {
    const query = { sellerId: account.sellerId, marketplaceIds: [marketplaceId], ...includedFields, ...filter }
    const found = await client.call(account, searchListingsItems, query, { marketplaceId })
    return { ...found, listings: found.items.map((item) => toListing(item, marketplaceId)) }
  }
  return {
    async readListings(account, marketplaceId, skus) {
      if (skus.length === 0) return []
      const { listings } = await search(account, marketplaceId, { identifiers: [...skus], identifiersType: 'SKU' })
      return listings
    },

    async readChanged(account, { marketplaceId, since, page }) {
      const { listings, numberOfResults, pagination } = await search(account, marketplaceId, {
        lastUpdatedAfter: since.toISOString(),
        // Sorted by SKU: sorted by time, a change during the read would move rows onto a page that was already read.
        sortBy: 'sku',
        sortOrder: 'ASC',
        pageToken: page,
      }).catch((error: unknown) => {
        throw page && isStalePageError(error) ? new StaleCursor({ cause: error }) : error
      })
      return { listings, total: numberOfResults, next: pagination?.nextToken ?? null }
    },

    async readCatalog(account, marketplaceId, asins) {
      if (asins.length === 0) return []
      const query: InputOf<typeof searchCatalogItems> = {
        marketplaceIds: [marketplaceId],
        identifiers: [...asins],
        identifiersType: 'ASIN',
        pageSize,
        includedData: ['summaries', 'attributes', 'identifiers', 'images', 'dimensions'],
      }
      const { items } = await client.call(account, searchCatalogItems, query, { marketplaceId })
      return items.map((item) => toCatalogFacts(item, marketplaceId))
    },
  }
}

function createListingWrites(client: AmazonClient): Pick<Listings, 'patch' | 'suggestProductType' | 'create'> {
  return {
    async patch(account, marketplaceId, patch) {
      const body = toPatch(patch, marketplaceId)
      if (body.patches.length === 0) return { isAccepted: true, issues: [] }
      const change = { ...target(account, marketplaceId, patch.sku), body }
      return toWriteResult(readSubmission(await client.call(account, patchListingsItem, change, { marketplaceId })))
    },

    async suggestProductType(account, marketplaceId, title) {
      const search = { marketplaceIds: [marketplaceId], itemName: title }
      const { productTypes } = await client.call(account, searchDefinitionsProductTypes, search, { marketplaceId })
      return productTypes[0]?.name ?? null
    },

    async create(account, marketplaceId, listing, { isPreview }) {
      const change = {
        ...target(account, marketplaceId, listing.sku),
        ...(isPreview && { mode: 'VALIDATION_PREVIEW' as const }),
        body: toNewListing(listing, marketplaceId),
      }
      return toWriteResult(readSubmission(await client.call(account, putListingsItem, change, { marketplaceId })))
    },
  }
}

const target = ({ sellerId }: MarketplaceAccount, marketplaceId: string, sku: string) => ({
  sellerId,
  sku,
  marketplaceIds: [marketplaceId],
  issueLocale: 'en_US',
})

/** Enough for half a million listings with long descriptions. */
const mostReportBytes = 400_000_000

type SkuList = LongRunningResult<string[]>

/** Reads all SKUs of a seller from a report, because a search of the listings ends after 1,000 results. */
function createSkuLists(client: AmazonClient, documents: Documents): Pick<Listings, 'beginSkuList' | 'collectSkuList'> {
  const readDocument = async (account: MarketplaceAccount, marketplaceId: string, id: string): Promise<SkuList> => {
    const link = await client.call(account, getReportDocument, { reportDocumentId: id }, { marketplaceId })
    const skus = readSkuReport(await documents.download(link, { mostBytes: mostReportBytes }), marketplaceId)
    return skus
      ? { state: 'done', result: skus }
      : failedSkuList(formatMessage(say('Amazon’s list of all listings has no SKU column.')))
  }
  return {
    async beginSkuList(account, marketplaceId) {
      const body = {
        reportType: 'GET_MERCHANT_LISTINGS_ALL_DATA',
        marketplaceIds: [marketplaceId],
        reportOptions: { preferredReportDocumentLocale: 'en_US' },
      }
      const { reportId } = await client.call(account, createReport, { body }, { marketplaceId })
      return writeHandle({ marketplaceId, ids: [reportId] })
    },

    async collectSkuList(account, handle) {
      const { marketplaceId, ids } = readHandle(handle)
      const [reportId = ''] = ids
      const report = await client.call(account, getReport, { reportId }, { marketplaceId })
      const status = readProcessingStatus(report.processingStatus)
      if (status === 'working') return { state: 'working' }
      if (status === 'cancelled') return { state: 'done', result: [] }
      if (status === 'failed')
        return failedSkuList(formatMessage(say('Amazon couldn’t create its list of all listings.')))
      if (status === null) return failedSkuList(`Amazon’s list of all listings is “${report.processingStatus}”.`)
      if (!report.reportDocumentId)
        return failedSkuList(formatMessage(say('Amazon’s list of all listings has no document.')))
      return readDocument(account, marketplaceId, report.reportDocumentId)
    },
  }
}

const failedSkuList = (reason: string): SkuList => ({ state: 'failed', reason })
