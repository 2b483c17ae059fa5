import { identifiersOf } from '../catalog/identifiers.ts'
import type { Call } from '../operation.ts'
import type { Parameters } from '../parameters.ts'
import { checkAttributes } from './check-attributes.ts'
import type { Listing } from './listing.ts'
import { parentSkuOf } from './relationships.ts'
import { statuses, statusOf } from './status.ts'

export type ListingFilter = (marketplaceId: string, listing: Listing) => boolean

const identifierTypes = ['ASIN', 'EAN', 'FNSKU', 'GTIN', 'ISBN', 'JAN', 'MINSAN', 'SKU', 'UPC'] as const
type IdentifierType = (typeof identifierTypes)[number]

/** Which listings a search is for; what it doesn't ask is not looked at. */
export function readFilter(call: Call, read: Parameters): ListingFilter {
  const filters = [
    readIdentifiers(call, read),
    readFamily(read),
    ...readTimes(read),
    ...readStatuses(call, read),
    readSeverities(read),
  ].filter((filter) => filter !== undefined)
  return (marketplaceId, listing) => filters.every((fits) => fits(marketplaceId, listing))
}

/** The SKUs that a search names, if it goes by them. */
export function readSkus(read: Parameters): Set<string> | null {
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
