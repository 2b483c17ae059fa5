import type { z } from 'zod'
import { amazonMarketplaces } from '#contract/amazon-marketplaces.ts'
import type { ListingPatch, ListingValues, NewListing } from '#server/ports/listings.ts'
import type { ListingPatch as AttributePatch } from '../operations/listings.ts'
import { languageOf } from './attribute-instances.ts'
import { everybody, merchantChannel } from './listing.ts'

type Instance = Record<string, unknown>
type Written = Record<string, Instance[]>
type Patch = z.input<typeof AttributePatch>

/** Amazon's product type for "any". */
const anyType = 'PRODUCT'

export function toPatch({ productType, values }: ListingPatch, marketplaceId: string) {
  const facts = Object.entries(factsOf(values, marketplaceId)).map(([name, value]): Patch => {
    const path = `/attributes/${name}`
    return value.length > 0 ? { op: 'replace', path, value } : { op: 'delete', path, value: [placeOf(marketplaceId)] }
  })
  // A merge changes only the given fields: a sale price or restock date in the same attribute stays.
  const terms = Object.entries(termsOf(values, marketplaceId)).map(([name, value]): Patch => {
    return { op: 'merge', path: `/attributes/${name}`, value }
  })
  return { productType: productType ?? anyType, patches: [...facts, ...terms] }
}

/** For an item that is in the catalogue only the seller's offer is sent; its facts are already there. */
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

/** Facts of the product for the given fields. An empty list deletes the attribute. */
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

/** Price and quantity of the seller's offer, as far as given. */
function termsOf({ price, currency, quantity }: Partial<ListingValues>, marketplaceId: string): Written {
  const units = quantity ?? null
  return {
    ...(price !== undefined && {
      purchasable_offer: [
        {
          marketplace_id: marketplaceId,
          currency: currency ?? currencyOf(marketplaceId),
          audience: everybody,
          // Amazon refuses an empty price. Deleting the whole offer instead would end the sale.
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
