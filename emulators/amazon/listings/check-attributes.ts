import type { z } from 'zod'
import type { Attribute } from '../product-types/attribute.ts'
import { attributes as known } from '../product-types/attributes.ts'
import { findMarketplace } from '../sellers/marketplaces.ts'
import { amazonChannel } from './channels.ts'
import { invalidAttribute, invalidImage, invalidPrice, notEnoughValues, type Issue } from './issue.ts'
import type { Attributes, Instance } from './listing.ts'
import { offersOf } from './offers.ts'

/** Amazon takes it for a slip of the keyboard. */
const highestLikelyPrice = 10_000

/** What is amiss with what a listing says, apart from what it doesn't say. */
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
