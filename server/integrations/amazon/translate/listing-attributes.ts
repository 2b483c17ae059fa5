import type { z } from 'zod'
import { amazonMarketplaces } from '#contract/amazon-marketplaces.ts'
import type { ListingPatch, ListingValues, NewListing } from '#server/ports/listings.ts'
import type { ListingPatch as AttributePatch } from '../operations/listings.ts'
import { languageOf } from './attribute-instances.ts'
import { everybody, merchantChannel } from './listing.ts'

type Instance = Record<string, unknown>
type Written = Record<string, Instance[]>
type Patch = z.input<typeof AttributePatch>

/** Amazon's word for a product of whatever type it has. */
const anyType = 'PRODUCT'

export function toPatch({ productType, values }: ListingPatch, marketplaceId: string) {
  const facts = Object.entries(factsOf(values, marketplaceId)).map(([name, value]): Patch => {
    const path = `/attributes/${name}`
    return value.length > 0 ? { op: 'replace', path, value } : { op: 'delete', path, value: [placeOf(marketplaceId)] }
  })
  // Only what is said changes by a merge: a sale price or a restock date beside it stays.
  const terms = Object.entries(termsOf(values, marketplaceId)).map(([name, value]): Patch => {
    return { op: 'merge', path: `/attributes/${name}`, value }
  })
  return { productType: productType ?? anyType, patches: [...facts, ...terms] }
}

/** On an item that is in the catalogue only the seller's own terms are said; its facts are there already. */
export function toNewListing({ asin, productType, values }: NewListing, marketplaceId: string) {
  const { price, ...unpriced } = values
  const terms = termsOf(price === null ? unpriced : values, marketplaceId)
  const facts = asin
    ? { merchant_suggested_asin: [{ value: asin, marketplace_id: marketplaceId }] }
    : withoutEmpty(factsOf(values, marketplaceId))
  return {
    productType,
    requirements: asin ? ('LISTING_OFFER_ONLY' as const) : ('LISTING' as const),
    attributes: { ...facts, ...terms, condition_type: [{ value: 'new_new', marketplace_id: marketplaceId }] },
  }
}

/** What is said of the product, for those fields that are given; without an instance where it is to be nothing. */
function factsOf({ title, brand, description, bulletPoints }: Partial<ListingValues>, marketplaceId: string): Written {
  const write = (texts: readonly (string | null)[]) =>
    texts.filter(Boolean).map((value) => ({ value, ...placeOf(marketplaceId) }))
  return {
    ...(title !== undefined && { item_name: write([title]) }),
    ...(brand !== undefined && { brand: write([brand]) }),
    ...(description !== undefined && { product_description: write([description]) }),
    ...(bulletPoints !== undefined && { bullet_point: write(bulletPoints) }),
  }
}

/** On what terms the seller sells it, as far as they are given. */
function termsOf({ price, currency, quantity }: Partial<ListingValues>, marketplaceId: string): Written {
  const units = quantity ?? null
  return {
    ...(price !== undefined && {
      purchasable_offer: [
        {
          marketplace_id: marketplaceId,
          currency: currency ?? currencyOf(marketplaceId),
          audience: everybody,
          // Without a price Amazon refuses it; taking the whole offer away instead would end the sale.
          our_price: [{ schedule: price === null ? [] : [{ value_with_tax: Number(price) }] }],
        },
      ],
    }),
    ...(units !== null && {
      fulfillment_availability: [{ fulfillment_channel_code: merchantChannel, quantity: units }],
    }),
  }
}

const withoutEmpty = (written: Written): Written =>
  Object.fromEntries(Object.entries(written).filter(([, instances]) => instances.length > 0))

const currencyOf = (marketplaceId: string) => amazonMarketplaces.find(({ id }) => id === marketplaceId)?.currency

function placeOf(marketplaceId: string): Instance {
  const language = languageOf(marketplaceId)
  return { ...(language && { language_tag: language }), marketplace_id: marketplaceId }
}
