import { attributes as known } from '../product-types/attributes.ts'
import { findMarketplace } from '../sellers/marketplaces.ts'
import { channelsOf, isAmazonChannel } from './channels.ts'
import type { Attributes, Instance } from './listing.ts'
import type { Patch } from './submission.ts'

export const patchedName = ({ path }: Patch) => path.slice('/attributes/'.length)

export function patchAttributes(attributes: Attributes, patches: Patch[], marketplaceId: string): Attributes {
  return patches.reduce((before, patch) => patchOne(before, patch, marketplaceId), attributes)
}

/** What a seller leaves unsaid: the marketplace is that of the request, the language that of the marketplace. */
export function completeAttributes(attributes: Attributes, marketplaceId: string): Attributes {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, instances]) => [
      name,
      instances.map((instance) => completeInstance(name, instance, marketplaceId)),
    ]),
  )
}

/** Once Amazon holds the stock, a merchant's quantity is a second offer beside it; only a delete ends the first. */
export function preserveAmazonChannel(before: Attributes, after: Attributes): Attributes {
  const kept = channelsOf(before).filter(isAmazonChannel)
  if (kept.length === 0 || channelsOf(after).some(isAmazonChannel)) return after
  return { ...after, fulfillment_availability: [...kept, ...channelsOf(after)] }
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

/** Every instance that the given selectors fit goes; a selector that is not given fits all. */
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
