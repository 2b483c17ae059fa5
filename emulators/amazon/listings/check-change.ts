import { attributes as known } from '../product-types/attributes.ts'
import { findProductType, requiredAttributes, type ProductType } from '../product-types/product-types.ts'
import type { AmazonState } from '../world.ts'
import { findCatalogItem } from '../catalog/catalog-item.ts'
import { checkAttributes } from './check-attributes.ts'
import {
  approvalRequired,
  invalidAttribute,
  invalidProductType,
  missingAttribute,
  unknownAsin,
  unknownSku,
  type Issue,
} from './issue.ts'
import { textOf, type Attributes, type Listing } from './listing.ts'
import { completeAttributes, patchAttributes, patchedName } from './patch-attributes.ts'
import type { Change, Patch } from './submission.ts'

/** What Amazon has to say about a change before it accepts it. */
export function checkChange(
  world: AmazonState,
  marketplaceId: string,
  sku: string,
  change: Change,
  current: Listing | undefined,
): Issue[] {
  switch (change.kind) {
    case 'delete':
      return []
    case 'put':
      return checkPut(world, marketplaceId, change, current)
    case 'patch':
      return current ? checkPatches(marketplaceId, change, current) : [unknownSku(sku)]
  }
}

function checkPut(
  world: AmazonState,
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
    ...(current ? [] : checkAsin(world, marketplaceId, textOf(attributes, 'merchant_suggested_asin'))),
  ]
}

function checkAsin(world: AmazonState, marketplaceId: string, asin: string | undefined): Issue[] {
  if (asin === undefined) return []
  const item = findCatalogItem(world.catalog, marketplaceId, asin)
  if (!item) return [unknownAsin(asin)]
  return item.needsApproval ? [approvalRequired(asin)] : []
}

/** Only what is touched: a price may be changed on a listing that would no longer pass as a new one. */
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

/** The marketplace, language and audience go without saying; what else tells instances apart must be said. */
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
