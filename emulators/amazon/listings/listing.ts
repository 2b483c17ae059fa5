import { findMarketplace } from '../sellers/marketplaces.ts'

/** One instance of an attribute. Instances differ in the attribute's selectors. */
export type Instance = Record<string, unknown>

export type Attributes = Record<string, Instance[]>

/** A seller's listing in one marketplace. Offers, status and issues are derived from the attributes. */
export type Listing = {
  sku: string
  asin: string
  productType: string
  attributes: Attributes
  createdAt: string
  updatedAt: string
}

/** By marketplace, then by SKU. */
export type ListingRecords = Record<string, Record<string, Listing>>

export function findListing(records: ListingRecords, marketplaceId: string, sku: string): Listing | undefined {
  return records[marketplaceId]?.[sku]
}

/** The first value of an attribute, if it is text. */
export function textOf(attributes: Attributes, name: string): string | undefined {
  const value = attributes[name]?.[0]?.['value']
  return typeof value === 'string' ? value : undefined
}

/** Channel code of fulfillment by Amazon in the marketplace. */
export function amazonChannel(marketplaceId: string): string {
  const marketplace = findMarketplace(marketplaceId)
  switch (marketplace?.endpoint) {
    case 'na':
    case undefined:
      return 'AMAZON_NA'
    case 'eu':
      return marketplace.countryCode === 'IN' ? 'AMAZON_IN' : 'AMAZON_EU'
    case 'fe':
      return `AMAZON_${marketplace.countryCode}`
  }
}

export const isAmazonChannel = (instance: Instance) =>
  String(instance['fulfillment_channel_code']).startsWith('AMAZON_')

export const channelsOf = (attributes: Attributes): Instance[] => attributes['fulfillment_availability'] ?? []

export function availabilityOf(attributes: Attributes) {
  return channelsOf(attributes).map(({ fulfillment_channel_code: code, quantity }) => ({
    fulfillmentChannelCode: String(code),
    ...(typeof quantity === 'number' && { quantity }),
  }))
}

type Offer = {
  marketplaceId: string
  offerType: 'B2C' | 'B2B'
  price: { currencyCode: string; amount: string }
  audience: { value: string; displayName: string }
}

type WrittenOffer = {
  currency?: string
  audience?: string
  our_price?: { schedule?: { value_with_tax?: number }[] }[]
}

/** Offers derived from the attribute `purchasable_offer`. */
export function offersOf(attributes: Attributes, marketplaceId: string): Offer[] {
  return (attributes['purchasable_offer'] ?? []).flatMap((instance) => {
    const { currency = '', audience = 'ALL', our_price: prices } = instance as WrittenOffer
    const amount = prices?.[0]?.schedule?.[0]?.value_with_tax
    if (amount === undefined) return []
    return [
      {
        marketplaceId,
        offerType: audience === 'B2B' ? 'B2B' : 'B2C',
        price: { currencyCode: currency, amount: amount.toFixed(2) },
        audience: { value: audience, displayName: audience === 'B2B' ? 'Amazon Business' : 'Sell on Amazon' },
      },
    ]
  })
}

/** Variation relationships: a child names its parent, a parent is found by its children. */
export function relationshipsOf(listings: Record<string, Listing>, listing: Listing): object[] {
  const parentSku = parentSkuOf(listing)
  const childSkus = isParent(listing.attributes)
    ? Object.values(listings)
        .filter((other) => parentSkuOf(other) === listing.sku)
        .map(({ sku }) => sku)
    : []
  if (parentSku === undefined && childSkus.length === 0) return []
  return [
    {
      type: 'VARIATION',
      ...(parentSku !== undefined && { parentSkus: [parentSku] }),
      ...(childSkus.length > 0 && { childSkus }),
      ...themeOf(listing),
    },
  ]
}

export function parentSkuOf({ attributes }: Listing): string | undefined {
  const parentSku = attributes['child_parent_sku_relationship']?.[0]?.['parent_sku']
  return typeof parentSku === 'string' ? parentSku : undefined
}

export const isParent = (attributes: Attributes) => textOf(attributes, 'parentage_level') === 'parent'

function themeOf({ attributes }: Listing) {
  const theme = attributes['variation_theme']?.[0]?.['name']
  if (typeof theme !== 'string') return {}
  return { variationTheme: { theme, attributes: theme.toLowerCase().split('/') } }
}
