import { assignAsin, contributeFacts } from '../catalog/catalog-item.ts'
import { emptyDictionary } from '../dictionary.ts'
import { attributes as known } from '../product-types/attributes.ts'
import { findMarketplace } from '../sellers/marketplaces.ts'
import type { AmazonState, Seller } from '../state.ts'
import { type Attributes, channelsOf, findListing, type Instance, isAmazonChannel, type Listing } from './listing.ts'
import type { Patch, Submission } from './submission.ts'

/** Applies an accepted change to the listing and the catalogue. */
export function applySubmission(state: AmazonState, seller: Seller, submission: Submission): void {
  const { marketplaceId, sku } = submission
  const listings = (seller.listings[marketplaceId] ??= emptyDictionary())
  const listing = changedListing(state, seller, findListing(seller.listings, marketplaceId, sku), submission)
  if (!listing) {
    delete listings[sku]
    return
  }
  listings[sku] = listing
  contributeFacts(state.catalog, seller.id, marketplaceId, listing)
}

/** The listing after all accepted changes. */
export function upcomingListing(
  state: AmazonState,
  seller: Seller,
  marketplaceId: string,
  sku: string,
): Listing | undefined {
  return seller.submissions
    .filter((submission) => submission.sku === sku && submission.marketplaceId === marketplaceId)
    .reduce(
      (listing, submission) => changedListing(state, seller, listing, submission),
      findListing(seller.listings, marketplaceId, sku),
    )
}

function changedListing(
  state: AmazonState,
  seller: Seller,
  current: Listing | undefined,
  { marketplaceId, sku, change, dueAt }: Submission,
): Listing | undefined {
  switch (change.kind) {
    case 'delete':
      return undefined
    case 'patch': {
      if (!current) return undefined
      const attributes = patchAttributes(current.attributes, change.patches, marketplaceId)
      return { ...current, attributes, updatedAt: dueAt }
    }
    case 'put': {
      const given = completeAttributes(change.attributes, marketplaceId)
      const attributes = current ? preserveAmazonChannel(current.attributes, given) : given
      return {
        sku,
        asin: current?.asin ?? assignAsin(state.catalog, marketplaceId, { sellerId: seller.id, sku, attributes }),
        productType: change.productType,
        attributes,
        createdAt: current?.createdAt ?? dueAt,
        updatedAt: dueAt,
      }
    }
  }
}

export const patchedName = ({ path }: Patch) => path.slice('/attributes/'.length)

export function patchAttributes(attributes: Attributes, patches: Patch[], marketplaceId: string): Attributes {
  return patches.reduce((before, patch) => patchOne(before, patch, marketplaceId), attributes)
}

/** Fills in defaults: the request's marketplace, the marketplace's language, the audience ALL. */
export function completeAttributes(attributes: Attributes, marketplaceId: string): Attributes {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, instances]) => [
      name,
      instances.map((instance) => completeInstance(name, instance, marketplaceId)),
    ]),
  )
}

/** Once Amazon holds stock, a merchant quantity becomes a second offer; only a delete removes Amazon's. */
function preserveAmazonChannel(before: Attributes, after: Attributes): Attributes {
  const amazonChannels = channelsOf(before).filter(isAmazonChannel)
  if (amazonChannels.length === 0 || channelsOf(after).some(isAmazonChannel)) return after
  return { ...after, fulfillment_availability: [...amazonChannels, ...channelsOf(after)] }
}

function patchOne(attributes: Attributes, patch: Patch, marketplaceId: string): Attributes {
  const name = patchedName(patch)
  const current = (Object.hasOwn(attributes, name) && attributes[name]) || []
  const given = (patch.value ?? []).map((instance) => completeInstance(name, instance, marketplaceId))
  switch (patch.op) {
    case 'add':
    case 'replace':
      return preserveAmazonChannel(attributes, { ...attributes, [name]: given })
    case 'merge':
      return { ...attributes, [name]: mergeInstances(name, current, given) }
    case 'delete':
      return withInstances(attributes, name, patch.value === undefined ? [] : removeInstances(name, current, given))
  }
}

function withInstances(attributes: Attributes, name: string, instances: Instance[]): Attributes {
  const { [name]: _, ...others } = attributes
  return instances.length === 0 ? others : { ...others, [name]: instances }
}

function mergeInstances(name: string, current: Instance[], given: Instance[]): Instance[] {
  const merged = current.map((instance) => ({
    ...instance,
    ...given.find((other) => isSameInstance(name, instance, other)),
  }))
  const added = given.filter((instance) => !current.some((other) => isSameInstance(name, instance, other)))
  return [...merged, ...added]
}

/** Removes instances that match all given selectors; an absent selector matches any value. */
function removeInstances(name: string, current: Instance[], given: Instance[]): Instance[] {
  const selectors = known[name]?.selectors ?? []
  const fits = (wanted: Instance, instance: Instance) =>
    selectors.every((selector) => wanted[selector] === undefined || wanted[selector] === instance[selector])
  return current.filter((instance) => !given.some((wanted) => fits(wanted, instance)))
}

function isSameInstance(name: string, one: Instance, other: Instance): boolean {
  const selectors = known[name]?.selectors ?? []
  return selectors.every((selector) => one[selector] === other[selector])
}

function completeInstance(name: string, instance: Instance, marketplaceId: string): Instance {
  const selectors = known[name]?.selectors ?? []
  return {
    ...(selectors.includes('language_tag') && { language_tag: findMarketplace(marketplaceId)?.language ?? 'en_US' }),
    ...(selectors.includes('audience') && { audience: 'ALL' }),
    ...instance,
    ...(selectors.includes('marketplace_id') && { marketplace_id: instance['marketplace_id'] ?? marketplaceId }),
  }
}
