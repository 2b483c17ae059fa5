import { z } from 'zod'
import { Money, toMoney } from '#contract/money.ts'
import type { Listing, ListingValues } from '#server/ports/listings.ts'
import type { AnswerOf } from '../operation.ts'
import type { getListingsItem } from '../operations/listings.ts'
import { type Price, readMoney } from './amazon-values.ts'
import { instancesOf, textsOf } from './attribute-instances.ts'
import { readListingIssue, toListingIssue } from './listing-write-result.ts'

/** The listing in one marketplace. */
export function toListing(item: ListingsItem, marketplaceId: string): Listing {
  const isHere = (one: { marketplaceId: string }) => one.marketplaceId === marketplaceId
  const summary = item.summaries.find(isHere)
  return {
    sku: item.sku,
    asin: summary?.asin || null,
    productType: summary?.productType ?? item.productTypes.find(isHere)?.productType ?? null,
    statuses: summary?.status ?? [],
    fulfilledBy: isHeldByAmazon(item, marketplaceId) ? 'amazon' : 'merchant',
    values: readListingValues(item, marketplaceId),
    issues: item.issues
      .map(readListingIssue)
      .filter(({ marketplaceIds }) => marketplaceIds.length === 0 || marketplaceIds.includes(marketplaceId))
      .map(toListingIssue),
    changedAt: summary?.lastUpdatedDate ?? null,
  }
}

type ListingsItem = AnswerOf<typeof getListingsItem>

const Offer = z.object({
  currency: z.string(),
  audience: z.string().nullish(),
  our_price: z.array(z.object({ schedule: z.array(z.object({ value_with_tax: z.number() })) })),
})

const Channel = z.object({ fulfillment_channel_code: z.string(), quantity: z.int().nullish() })

/** The channel of the merchant's own stock; all others are Amazon's. */
export const merchantChannel = 'DEFAULT'

/** The audience of the public price. */
export const everybody = 'ALL'

/** Prefers what the seller wrote; the shown values may be a sale price or another seller's title. */
function readListingValues(item: ListingsItem, marketplaceId: string): ListingValues {
  const { attributes, summaries } = item
  const text = (name: string) => textsOf(attributes, name, marketplaceId)[0] ?? null
  const price = likely(writtenPrice(item, marketplaceId) ?? shownPrice(item, marketplaceId))
  const shownTitle = summaries.find((summary) => summary.marketplaceId === marketplaceId)?.itemName
  return {
    title: text('item_name') ?? (shownTitle?.trim() || null),
    brand: text('brand'),
    description: text('product_description'),
    bulletPoints: textsOf(attributes, 'bullet_point', marketplaceId),
    price: price?.amount ?? null,
    currency: price?.currency ?? null,
    quantity: merchantQuantity(item, marketplaceId),
  }
}

/** Whether Amazon's warehouses ship it, alone or besides the merchant. */
function isHeldByAmazon(item: ListingsItem, marketplaceId: string): boolean {
  const channels = channelsOf(item, marketplaceId)
  if (channels.length > 0) return channels.some(({ code }) => code !== merchantChannel)
  return item.summaries.some((summary) => summary.marketplaceId === marketplaceId && Boolean(summary.fnSku))
}

function merchantQuantity(item: ListingsItem, marketplaceId: string): number | null {
  if (isHeldByAmazon(item, marketplaceId)) return null
  return channelsOf(item, marketplaceId).find(({ code }) => code === merchantChannel)?.quantity ?? null
}

function channelsOf({ attributes, fulfillmentAvailability }: ListingsItem, marketplaceId: string) {
  const written = instancesOf(attributes, 'fulfillment_availability', marketplaceId, Channel)
  if (written.length > 0) {
    return written.map(({ fulfillment_channel_code: code, quantity }) => ({ code, quantity: quantity ?? null }))
  }
  return fulfillmentAvailability.map(({ fulfillmentChannelCode: code, quantity }) => ({ code, quantity }))
}

/** Null for a price that does not fit our money type. */
const likely = (price: Price | null) => (price && Money.safeParse(price.amount).success ? price : null)

function writtenPrice({ attributes }: ListingsItem, marketplaceId: string): Price | null {
  const offers = instancesOf(attributes, 'purchasable_offer', marketplaceId, Offer)
  const offer = offers.find(({ audience }) => (audience ?? everybody) === everybody)
  const amount = offer?.our_price[0]?.schedule[0]?.value_with_tax
  return offer && amount !== undefined ? { currency: offer.currency, amount: toMoney(amount) } : null
}

function shownPrice({ offers }: ListingsItem, marketplaceId: string): Price | null {
  const offer = offers.find((one) => one.marketplaceId === marketplaceId && one.offerType === 'B2C')
  return offer ? readMoney(offer.price) : null
}
