import type { z } from 'zod'
import { findCatalogItem } from '../catalog/catalog-item.ts'
import { type Attribute, attributes as known } from '../product-types/attributes.ts'
import { findProductType, type ProductType, requiredAttributes } from '../product-types/product-types.ts'
import { findMarketplace } from '../sellers/marketplaces.ts'
import type { AmazonState } from '../state.ts'
import { completeAttributes, patchAttributes, patchedName } from './apply-change.ts'
import {
  approvalRequired,
  invalidAttribute,
  invalidImage,
  invalidPrice,
  invalidProductType,
  type Issue,
  missingAttribute,
  notEnoughValues,
  unknownAsin,
  unknownSku,
} from './issues.ts'
import { amazonChannel, type Attributes, type Instance, type Listing, offersOf, textOf } from './listing.ts'
import type { Change, Patch } from './submission.ts'

/** Validates a change and returns Amazon's issues with it. */
export function checkChange(
  state: AmazonState,
  marketplaceId: string,
  sku: string,
  change: Change,
  current: Listing | undefined,
): Issue[] {
  switch (change.kind) {
    case 'delete':
      return []
    case 'put':
      return checkPut(state, marketplaceId, change, current)
    case 'patch':
      return current ? checkPatches(marketplaceId, change, current) : [unknownSku(sku)]
  }
}

function checkPut(
  state: AmazonState,
  marketplaceId: string,
  { productType, requirements, attributes: given }: Extract<Change, { kind: 'put' }>,
  current: Listing | undefined,
): Issue[] {
  const type = findProductType(productType)
  if (!type) return [invalidProductType(productType)]
  const attributes = completeAttributes(given, marketplaceId)
  const required = requiredAttributes(type, requirements).filter(
    (name) => !current || name !== 'merchant_suggested_asin',
  )
  return [
    ...required.filter((name) => !attributes[name]?.length).map(missingAttribute),
    ...checkAttributes(attributes, marketplaceId),
    ...(current ? [] : checkAsin(state, marketplaceId, textOf(attributes, 'merchant_suggested_asin'))),
  ]
}

function checkAsin(state: AmazonState, marketplaceId: string, asin: string | undefined): Issue[] {
  if (asin === undefined) return []
  const item = findCatalogItem(state.catalog, marketplaceId, asin)
  if (!item) return [unknownAsin(asin)]
  return item.needsApproval ? [approvalRequired(asin)] : []
}

/** Checks only patched attributes: a price can change on a listing that would no longer be valid as a new one. */
function checkPatches(
  marketplaceId: string,
  { productType, patches }: Extract<Change, { kind: 'patch' }>,
  current: Listing,
): Issue[] {
  const type = findProductType(productType === 'PRODUCT' ? current.productType : productType)
  if (!type || type.name !== current.productType) return [invalidProductType(productType)]
  const selectorIssues = patches.flatMap(checkSelectors)
  if (selectorIssues.length > 0) return selectorIssues
  const after = patchAttributes(current.attributes, patches, marketplaceId)
  const names = new Set(patches.map(patchedName))
  const touched = Object.fromEntries(Object.entries(after).filter(([name]) => names.has(name)))
  return [...checkRemoved(type, names, after), ...checkAttributes(touched, marketplaceId)]
}

function checkRemoved(type: ProductType, names: Set<string>, after: Attributes): Issue[] {
  const required = requiredAttributes(type, 'LISTING')
  return [...names].filter((name) => required.includes(name) && !after[name]).map(missingAttribute)
}

/** Selectors with defaults; a merge must state all others. */
const unsaid = new Set(['marketplace_id', 'language_tag', 'audience'])

function checkSelectors(patch: Patch): Issue[] {
  const name = patchedName(patch)
  const { selectors } = known[name] ?? { selectors: [] }
  if (patch.op !== 'merge') return []
  const needed = selectors.filter((selector) => !unsaid.has(selector))
  return (patch.value ?? []).flatMap((instance) =>
    needed
      .filter((selector) => instance[selector] === undefined)
      .map((selector) => invalidAttribute(name, `a merge must say its '${selector}'`)),
  )
}

/** Amazon warns of a price above this as a probable typo. */
const highestLikelyPrice = 10_000

/** Issues with the attributes that are present; missing ones are checked elsewhere. */
export function checkAttributes(attributes: Attributes, marketplaceId: string): Issue[] {
  const each = Object.entries(attributes).flatMap(([name, instances]) => {
    const attribute = known[name]
    if (!attribute) return [invalidAttribute(name, 'there is no such attribute for this product type')]
    return checkInstances(name, attribute, instances, marketplaceId)
  })
  return each.length > 0 ? each : checkContent(attributes, marketplaceId)
}

function checkInstances(name: string, attribute: Attribute, instances: Instance[], marketplaceId: string): Issue[] {
  if (instances.length === 0) return [invalidAttribute(name, 'it has no value')]
  if (instances.length > attribute.most) return [invalidAttribute(name, `it takes at most ${attribute.most} values`)]
  return instances.flatMap((instance) => {
    const elsewhere = instance['marketplace_id'] !== undefined && instance['marketplace_id'] !== marketplaceId
    if (elsewhere) return [invalidAttribute(name, "its 'marketplace_id' is not that of the request")]
    const read = attribute.instance.safeParse(instance)
    return read.success ? [] : read.error.issues.slice(0, 1).map((issue) => issueOf(name, issue))
  })
}

function issueOf(name: string, issue: z.core.$ZodIssue): Issue {
  const field = issue.path.filter((part) => typeof part === 'string').join('.')
  if (issue.code === 'too_small' && issue.origin === 'array') return notEnoughValues(name, field)
  return invalidAttribute(name, field === '' ? issue.message : `${field}: ${issue.message}`)
}

function checkContent(attributes: Attributes, marketplaceId: string): Issue[] {
  return [
    ...checkPrices(attributes, marketplaceId),
    ...checkChannels(attributes, marketplaceId),
    ...checkImages(attributes),
  ]
}

function checkPrices(attributes: Attributes, marketplaceId: string): Issue[] {
  const currency = findMarketplace(marketplaceId)?.currency
  return offersOf(attributes, marketplaceId).flatMap(({ price }) => {
    if (price.currencyCode !== currency) {
      return [invalidPrice(`The currency of this marketplace is ${currency}, not ${price.currencyCode}.`)]
    }
    if (Number(price.amount) <= highestLikelyPrice) return []
    return [invalidPrice(`The price ${price.amount} ${currency} looks too high. Check that it is meant.`, 'WARNING')]
  })
}

function checkChannels(attributes: Attributes, marketplaceId: string): Issue[] {
  const name = 'fulfillment_availability'
  return (attributes[name] ?? []).flatMap(({ fulfillment_channel_code: code, quantity }) => {
    if (code === 'DEFAULT') return []
    if (code !== amazonChannel(marketplaceId))
      return [invalidAttribute(name, `there is no channel '${String(code)}' here`)]
    return quantity === undefined ? [] : [invalidAttribute(name, 'the quantity of stock at Amazon cannot be set')]
  })
}

function checkImages(attributes: Attributes): Issue[] {
  return Object.entries(attributes)
    .filter(([name]) => name.includes('_image_locator'))
    .filter(([, [instance]]) => !/^https?:\/\//.test(String(instance?.['media_location'])))
    .map(([name]) => invalidImage(name))
}
