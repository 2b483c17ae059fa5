import type { Listings } from '#server/ports/listings.ts'
import type { AmazonClient } from './client.ts'
import { createDocuments } from './documents.ts'
import { createPatchFeeds } from './patch-feed.ts'
import { createListingReads } from './read-listings.ts'
import type { AmazonSettings } from './settings.ts'
import { createSkuLists } from './sku-list.ts'
import { createListingWrites } from './write-listings.ts'

/** With the client that the marketplace uses too: Amazon counts what an account asks, whoever of us asks it. */
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
