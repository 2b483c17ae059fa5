import type { Listings } from '#server/ports/listings.ts'
import type { MarketplaceAccount } from '#server/ports/marketplace.ts'
import type { AmazonClient } from './client.ts'
import { patchListingsItem, putListingsItem } from './operations/listings.ts'
import { searchDefinitionsProductTypes } from './operations/product-types.ts'
import { toNewListing, toPatch } from './translate/listing-attributes.ts'
import { readSubmission } from './translate/listing-submission.ts'
import { toSendResult } from './translate/send-result.ts'

export function createListingWrites(client: AmazonClient): Pick<Listings, 'patch' | 'suggestProductType' | 'create'> {
  return {
    async patch(account, marketplaceId, patch) {
      const body = toPatch(patch, marketplaceId)
      if (body.patches.length === 0) return { isAccepted: true, issues: [] }
      const change = { ...target(account, marketplaceId, patch.sku), body }
      return toSendResult(readSubmission(await client.call(account, patchListingsItem, change, { marketplaceId })))
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
      return toSendResult(readSubmission(await client.call(account, putListingsItem, change, { marketplaceId })))
    },
  }
}

const target = ({ sellerId }: MarketplaceAccount, marketplaceId: string, sku: string) => ({
  sellerId,
  sku,
  marketplaceIds: [marketplaceId],
  issueLocale: 'en_US',
})
