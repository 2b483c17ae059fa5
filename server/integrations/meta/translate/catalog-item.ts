import type { Offer } from '#server/ports/channel.ts'

/** An item of Meta's catalogue, with Meta's field names. */
export type CatalogItem = { id: string; [field: string]: unknown }

/** Meta's key of a product, in its catalogue and on order lines. */
export const retailerIdOf = ({ externalId, sku }: Pick<Offer, 'externalId' | 'sku'>) => externalId ?? sku

/** Names required fields that are missing and that we cannot fill; null when complete. */
export function whatIsMissing({ price, link, imageUrls }: Offer): string | null {
  const missing = [
    ...(price ? [] : ['a price']),
    ...(link ? [] : ['a product link (see the channel’s settings)']),
    ...(imageUrls.length > 0 ? [] : ['an image']),
  ]
  return missing.length > 0 ? `Meta needs ${missing.join(', ')} for each item.` : null
}

export function toCatalogItem(offer: Offer): CatalogItem {
  const [image, ...moreImages] = offer.imageUrls
  return {
    id: retailerIdOf(offer),
    title: offer.title.slice(0, 200),
    description: (offer.description || offer.title).slice(0, 9_999),
    availability: offer.sellable > 0 ? 'in stock' : 'out of stock',
    quantity_to_sell_on_facebook: offer.sellable,
    condition: 'new',
    ...toPrices(offer),
    link: offer.link,
    image_link: image,
    additional_image_link: moreImages.slice(0, 20),
    brand: (offer.brand || offer.title).slice(0, 100),
    product_type: offer.category.slice(0, 750),
    item_group_id: offer.groupId,
    visibility: 'published',
  }
}

/** An item that is no longer offered is hidden and not deleted: its reviews and ads depend on it. */
export const toHiddenItem = (offer: Offer): CatalogItem => ({
  id: retailerIdOf(offer),
  availability: 'out of stock',
  quantity_to_sell_on_facebook: 0,
  visibility: 'hidden',
})

/** The higher price is shown crossed out. An empty sale price removes an earlier one. */
function toPrices({ price, compareAtPrice, currency }: Offer) {
  if (price && compareAtPrice && Number(compareAtPrice) > Number(price)) {
    return { price: `${compareAtPrice} ${currency}`, sale_price: `${price} ${currency}` }
  }
  return { price: `${price} ${currency}`, sale_price: '' }
}
