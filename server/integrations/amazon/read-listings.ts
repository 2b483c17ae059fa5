import type { Listings } from '#server/ports/listings.ts'
import { StaleCursor, type MarketplaceAccount } from '#server/ports/marketplace.ts'
import type { AmazonClient } from './client.ts'
import type { InputOf } from './operation.ts'
import { searchCatalogItems } from './operations/catalog.ts'
import { searchListingsItems } from './operations/listings.ts'
import { isStalePageError } from './refusal.ts'
import { toCatalogFacts } from './translate/catalog-facts.ts'
import { toListing } from './translate/listing.ts'

type ListingSearch = InputOf<typeof searchListingsItems>

const pageSize = 20

/** Whatever language the buyers speak, our people read English. */
const includedFields: Pick<ListingSearch, 'pageSize' | 'includedData' | 'issueLocale'> = {
  pageSize,
  includedData: ['summaries', 'attributes', 'issues', 'offers', 'fulfillmentAvailability', 'productTypes'],
  issueLocale: 'en_US',
}

export function createListingReads(
  client: AmazonClient,
): Pick<Listings, 'readListings' | 'readChanged' | 'readCatalog'> {
  const search = async (
    account: MarketplaceAccount,
    marketplaceId: string,
    wanted: Omit<ListingSearch, 'sellerId' | 'marketplaceIds'>,
  ) => {
    const asked = { sellerId: account.sellerId, marketplaceIds: [marketplaceId], ...includedFields, ...wanted }
    const found = await client.call(account, searchListingsItems, asked, { marketplaceId })
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
        // By time, what changes meanwhile would push others onto a page that has been read.
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
      const asked: InputOf<typeof searchCatalogItems> = {
        marketplaceIds: [marketplaceId],
        identifiers: [...asins],
        identifiersType: 'ASIN',
        pageSize,
        includedData: ['summaries', 'attributes', 'images', 'dimensions'],
      }
      const { items } = await client.call(account, searchCatalogItems, asked, { marketplaceId })
      return items.map((item) => toCatalogFacts(item, marketplaceId))
    },
  }
}
