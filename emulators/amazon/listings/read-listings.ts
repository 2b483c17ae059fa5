import { identifiersOf } from '../catalog/catalog-item.ts'
import { emptyDictionary } from '../dictionary.ts'
import { compareText } from '../iso-time.ts'
import type { Answer, Call } from '../operation.ts'
import { searchPage } from '../paging.ts'
import { denied, Refusal } from '../refusal.ts'
import { type Parameters, parametersOf, readMarketplaces } from '../request-input.ts'
import type { Seller } from '../state.ts'
import { checkAttributes } from './check-change.ts'
import { type Listing, parentSkuOf } from './listing.ts'
import { findListed, type Listed, listingData, statuses, statusOf, viewListing } from './view-listing.ts'

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

export function searchListings(call: Call): Answer {
  assertOwner(call)
  const { state, seller, query } = call
  const read = parametersOf(query, 'BAD_REQUEST')
  const marketplaceIds = readMarketplaces(read, seller)
  const included = read.choices('includedData', listingData)
  const sortBy = read.choice('sortBy', ['sku', 'createdDate', 'lastUpdatedDate']) ?? 'lastUpdatedDate'
  const direction = (read.choice('sortOrder', ['ASC', 'DESC']) ?? 'DESC') === 'ASC' ? 1 : -1
  const size = read.integer('pageSize', { most: 20, otherwise: 10 })

  const found = findListings(seller, marketplaceIds, readFilter(call, read), readSkus(read))
    .map((listed) => ({ listed, key: sortKey(listed, sortBy) }))
    .sort((one, other) => direction * compareText(one.key, other.key))
  const page = searchPage(found, query, size)
  if (!page) throw read.refuse("The 'pageToken' is not one of this search.")
  return {
    status: 200,
    body: {
      numberOfResults: found.length,
      ...(Object.keys(page.pagination).length > 0 && { pagination: page.pagination }),
      items: page.rows.map(({ listed }) => viewListing(state, seller, listed[0]?.listing.sku ?? '', listed, included)),
    },
  }
}

/** Matching listings grouped by SKU, with all marketplaces in which they match. */
function findListings(
  seller: Seller,
  marketplaceIds: string[],
  fits: ListingFilter,
  skus: Set<string> | null,
): Listed[] {
  const bySku = new Map<string, Listed>()
  for (const marketplaceId of marketplaceIds) {
    for (const listing of candidates(seller.listings[marketplaceId] ?? emptyDictionary(), skus)) {
      if (!fits(marketplaceId, listing)) continue
      const listed = bySku.get(listing.sku)
      if (listed) listed.push({ marketplaceId, listing })
      else bySku.set(listing.sku, [{ marketplaceId, listing }])
    }
  }
  return [...bySku.values()]
}

/** SKUs given in the query are looked up directly: scanning 100,000 listings for each request would be slow. */
function candidates(listings: Record<string, Listing>, skus: Set<string> | null): Listing[] {
  return skus ? [...skus].flatMap((sku) => listings[sku] ?? []) : Object.values(listings)
}

/** The SKU breaks ties, so that pages do not overlap. */
function sortKey([first]: Listed, sortBy: 'sku' | 'createdDate' | 'lastUpdatedDate'): string {
  if (!first) return ''
  const { sku, createdAt, updatedAt } = first.listing
  if (sortBy === 'sku') return sku
  return `${sortBy === 'createdDate' ? createdAt : updatedAt} ${sku}`
}

type ListingFilter = (marketplaceId: string, listing: Listing) => boolean

const identifierTypes = ['ASIN', 'EAN', 'FNSKU', 'GTIN', 'ISBN', 'JAN', 'MINSAN', 'SKU', 'UPC'] as const

type IdentifierType = (typeof identifierTypes)[number]

/** Builds the filter of a search from its parameters. */
function readFilter(call: Call, read: Parameters): ListingFilter {
  const filters = [
    readIdentifiers(call, read),
    readFamily(read),
    ...readTimes(read),
    ...readStatuses(call, read),
    readSeverities(read),
  ].filter((filter) => filter !== undefined)
  return (marketplaceId, listing) => filters.every((fits) => fits(marketplaceId, listing))
}

/** SKUs named in the query; null when it names none. */
function readSkus(read: Parameters): Set<string> | null {
  return read.choice('identifiersType', identifierTypes) === 'SKU' ? new Set(read.list('identifiers')) : null
}

function readIdentifiers({ seller }: Call, read: Parameters): ListingFilter | undefined {
  const identifiers = new Set(read.list('identifiers', 20))
  const type = read.choice('identifiersType', identifierTypes)
  if (identifiers.size > 0 !== (type !== undefined)) {
    throw read.refuse("'identifiers' and 'identifiersType' need each other.")
  }
  if (type === undefined) return undefined
  return (marketplaceId, listing) => {
    const fnsku = seller.stock[marketplaceId]?.[listing.sku]?.fnsku
    return identifiersOfType(type, listing, fnsku).some((identifier) => identifiers.has(identifier))
  }
}

function identifiersOfType(type: IdentifierType, listing: Listing, fnsku: string | undefined): string[] {
  if (type === 'SKU') return [listing.sku]
  if (type === 'ASIN') return [listing.asin]
  if (type === 'FNSKU') return fnsku === undefined ? [] : [fnsku]
  return identifiersOf(listing.attributes)
    .filter(({ identifierType }) => identifierType === type)
    .map(({ identifier }) => identifier)
}

function readFamily(read: Parameters): ListingFilter | undefined {
  const parentSku = read.text('variationParentSku')
  const packageSku = read.text('packageHierarchySku')
  const isWithIdentifiers = read.list('identifiers').length > 0
  const given = [parentSku !== undefined, packageSku !== undefined, isWithIdentifiers].filter(Boolean).length
  if (given > 1) throw read.refuse("'identifiers', 'variationParentSku' and 'packageHierarchySku' exclude each other.")
  if (parentSku !== undefined) return (_, listing) => parentSkuOf(listing) === parentSku
  return packageSku === undefined ? undefined : () => false
}

function readTimes(read: Parameters): ListingFilter[] {
  const between = (after: string, before: string, timeOf: (listing: Listing) => string): ListingFilter | undefined => {
    const from = read.moment(after)?.toISOString()
    const until = read.moment(before)?.toISOString()
    if (from === undefined && until === undefined) return undefined
    return (_, listing) => {
      const time = timeOf(listing)
      return (from === undefined || time >= from) && (until === undefined || time <= until)
    }
  }
  return [
    between('createdAfter', 'createdBefore', ({ createdAt }) => createdAt),
    between('lastUpdatedAfter', 'lastUpdatedBefore', ({ updatedAt }) => updatedAt),
  ].filter((filter) => filter !== undefined)
}

function readStatuses({ state, seller }: Call, read: Parameters): ListingFilter[] {
  const wanted = read.choices('withStatus', statuses)
  const unwanted = read.choices('withoutStatus', statuses)
  if (wanted.length === 0 && unwanted.length === 0) return []
  return [
    (marketplaceId, listing) => {
      const status = statusOf(state, seller, marketplaceId, listing)
      const isWanted = wanted.length === 0 || wanted.some((one) => status.includes(one))
      return isWanted && !unwanted.some((one) => status.includes(one))
    },
  ]
}

function readSeverities(read: Parameters): ListingFilter | undefined {
  const severities = read.choices('withIssueSeverity', ['WARNING', 'ERROR'])
  if (severities.length === 0) return undefined
  return (marketplaceId, { attributes }) =>
    checkAttributes(attributes, marketplaceId).some((issue) => severities.some((one) => one === issue.severity))
}

/** Sellers may access only their own listings. */
export function assertOwner({ params, seller }: Call): void {
  if (params['sellerId'] === seller.id) return
  throw denied()
}
