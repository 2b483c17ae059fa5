import type { Answer, Call } from '../operation.ts'
import { Refusal } from '../refusal.ts'
import { parametersOf } from '../parameters.ts'
import { readMarketplaces } from '../sellers/read-marketplaces.ts'
import { assertOwner } from './check-owner.ts'
import { findListed } from './listed.ts'
import { listingData, viewListing } from './view-listing.ts'

export function getListing(call: Call): Answer {
  assertOwner(call)
  const { state, seller, params } = call
  const read = parametersOf(call.query, 'BAD_REQUEST')
  const marketplaceIds = readMarketplaces(read, seller)
  const included = read.choices('includedData', listingData)
  const sku = params['sku'] ?? ''
  const listed = findListed(seller, marketplaceIds, sku)
  if (listed.length === 0) {
    throw new Refusal(404, 'NOT_FOUND', `SKU '${sku}' not found in marketplace ${marketplaceIds.join(', ')}`)
  }
  return { status: 200, body: viewListing(state, seller, sku, listed, included) }
}
