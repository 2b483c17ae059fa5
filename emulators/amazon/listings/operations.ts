import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { findCatalogItem } from '../catalog/catalog-item.ts'
import { secondsAfter } from '../iso-time.ts'
import type { Answer, Call, Operation } from '../operation.ts'
import { conditionTypes } from '../product-types/attributes.ts'
import { type Parameters, parametersOf, readBody, readMarketplaces } from '../request-input.ts'
import { findMarketplace } from '../sellers/marketplaces.ts'
import type { AmazonState } from '../state.ts'
import { upcomingListing } from './apply-change.ts'
import { checkChange } from './check-change.ts'
import { isError } from './issues.ts'
import { assertOwner, getListing, searchListings } from './read-listings.ts'
import { AttributeValues, type Change, PatchList, RequirementSet, type Submission } from './submission.ts'

const seller = '/listings/2021-08-01/items/:sellerId' as const
const item = `${seller}/:sku` as const

export const listingsOperations: Operation[] = [
  { name: 'searchListingsItems', method: 'GET', path: seller, rate: 5, burst: 5, answer: searchListings },
  { name: 'getListingsItem', method: 'GET', path: item, rate: 5, burst: 10, answer: getListing },
  { name: 'putListingsItem', method: 'PUT', path: item, rate: 5, burst: 10, answer: putListing },
  { name: 'patchListingsItem', method: 'PATCH', path: item, rate: 5, burst: 5, answer: patchListing },
  { name: 'deleteListingsItem', method: 'DELETE', path: item, rate: 5, burst: 5, answer: deleteListing },
  {
    name: 'getListingsRestrictions',
    method: 'GET',
    path: '/listings/2021-08-01/restrictions',
    rate: 5,
    burst: 10,
    answer: getRestrictions,
  },
]

const PutBody = z.object({
  productType: z.string().min(1),
  requirements: RequirementSet.optional(),
  attributes: AttributeValues,
})

function putListing(call: Call): Answer {
  const { read, marketplaceIds } = readTarget(call, 1)
  const { requirements = 'LISTING', ...body } = readBody(PutBody, call.body, 'BAD_REQUEST')
  return submitChange(call, read, marketplaceIds, { kind: 'put', requirements, ...body })
}

const PatchBody = z.object({ productType: z.string().min(1), patches: PatchList })

function patchListing(call: Call): Answer {
  const { read, marketplaceIds } = readTarget(call)
  return submitChange(call, read, marketplaceIds, { kind: 'patch', ...readBody(PatchBody, call.body, 'BAD_REQUEST') })
}

function deleteListing(call: Call): Answer {
  const { read, marketplaceIds } = readTarget(call, 1)
  return submitChange(call, read, marketplaceIds, { kind: 'delete' })
}

function readTarget(call: Call, mostMarketplaces?: number) {
  assertOwner(call)
  const read = parametersOf(call.query, 'BAD_REQUEST')
  const sku = call.params['sku'] ?? ''
  if (sku.length > 40) throw read.refuse("'sku' has more than 40 characters.")
  return { read, marketplaceIds: readMarketplaces(read, call.seller, mostMarketplaces) }
}

/** Queues a valid change or returns its issues; the HTTP status is 200 either way. */
function submitChange(call: Call, read: Parameters, marketplaceIds: string[], change: Change): Answer {
  const { state, seller, params } = call
  const sku = params['sku'] ?? ''
  const isPreview = read.choice('mode', ['VALIDATION_PREVIEW']) !== undefined
  const included = read.choices('includedData', ['identifiers', 'issues'])
  const current = marketplaceIds.map((id) => ({ id, listing: upcomingListing(state, seller, id, sku) }))
  const issues = current.flatMap(({ id, listing }) => checkChange(state, id, sku, change, listing))
  const isRefused = issues.some(isError)
  if (!isRefused && !isPreview)
    for (const marketplaceId of marketplaceIds) enqueueSubmission(call, { marketplaceId, sku, change })

  const identifiers = current.flatMap(({ id, listing }) => (listing ? [{ marketplaceId: id, asin: listing.asin }] : []))
  return {
    status: 200,
    body: {
      sku,
      status: isRefused ? 'INVALID' : isPreview ? 'VALID' : 'ACCEPTED',
      submissionId: randomUUID().replaceAll('-', ''),
      ...((included.length === 0 || included.includes('issues')) && { issues }),
      ...(included.includes('identifiers') && { identifiers }),
    },
  }
}

/** Keeps the order of changes, even when the processing time was shortened meanwhile. */
function enqueueSubmission({ state, seller, now }: Call, submission: Omit<Submission, 'dueAt'>): void {
  const soonest = secondsAfter(now, state.processing.listing)
  const last = seller.submissions.at(-1)?.dueAt ?? ''
  const dueAt = last > soonest ? last : soonest
  seller.submissions.push({ ...submission, dueAt })
}

/** Reasons why the seller may not offer an item; an empty list when there are none. */
function getRestrictions({ query, seller, state }: Call): Answer {
  const read = parametersOf(query, 'BAD_REQUEST')
  const asin = read.requiredText('asin')
  if (!/^[A-Z0-9]{10}$/.test(asin)) throw read.refuse("Invalid 'asin' provided.")
  if (read.requiredText('sellerId') !== seller.id) throw read.refuse("Invalid 'sellerId' provided.")
  const marketplaceIds = readMarketplaces(read, seller)
  const conditionType = read.choice('conditionType', conditionTypes) ?? 'new_new'
  const restrictions = marketplaceIds.flatMap((marketplaceId) => {
    const reason = findReason(state, marketplaceId, asin)
    return reason ? [{ marketplaceId, conditionType, reasons: [reason] }] : []
  })
  return { status: 200, body: { restrictions } }
}

function findReason(state: AmazonState, marketplaceId: string, asin: string): object | undefined {
  const item = findCatalogItem(state.catalog, marketplaceId, asin)
  if (!item)
    return { message: 'This product is not in the catalogue of the marketplace.', reasonCode: 'ASIN_NOT_FOUND' }
  if (!item.needsApproval) return undefined
  const domain = findMarketplace(marketplaceId)?.domain.replace('www.', 'sellercentral.')
  return {
    message: 'You need approval to list this product.',
    reasonCode: 'APPROVAL_REQUIRED',
    links: [
      {
        resource: `https://${domain}/hz/approvalrequest?asin=${asin}`,
        verb: 'GET',
        title: 'Request Approval',
        type: 'text/html',
      },
    ],
  }
}
