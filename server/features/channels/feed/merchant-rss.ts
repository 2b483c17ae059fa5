import { escapeXml } from '#server/platform/escape.ts'
import type { Offer } from '#server/ports/channel.ts'
import type { FeedHeader, OfferBatches } from './feed-parts.ts'

/** What Meta and Google take of a text, and how many pictures beside the first. */
const longestTitle = 150
const longestDescription = 5_000
const mostPictures = 10

/** The RSS that merchant centres read. They refuse an item without a price or a link, so such an item is left out. */
export async function* merchantRss({ name, shopUrl }: FeedHeader, offers: OfferBatches): AsyncGenerator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>${element('title', name)}${element('link', shopUrl)}${element('description', name)}
`
  for await (const batch of offers) yield batch.map(rssItem).join('')
  yield '</channel></rss>\n'
}

function rssItem(offer: Offer): string {
  if (offer.price === null || offer.link === null) return ''
  const [picture, ...others] = offer.imageUrls
  const parts = [
    element('g:id', offer.sku),
    element('g:title', offer.title.slice(0, longestTitle)),
    element('g:description', (offer.description || offer.title).slice(0, longestDescription)),
    element('g:link', offer.link),
    element('g:image_link', picture),
    ...others.slice(0, mostPictures).map((other) => element('g:additional_image_link', other)),
    ...rssPrices(offer, offer.price),
    element('g:availability', offer.sellable > 0 ? 'in_stock' : 'out_of_stock'),
    element('g:quantity_to_sell_on_facebook', String(offer.sellable)),
    element('g:condition', 'new'),
    element('g:brand', offer.brand),
    element('g:product_type', offer.category),
    element('g:item_group_id', offer.groupId),
  ]
  return `<item>${parts.join('')}</item>\n`
}

/** Where a price is struck through, it is the price, and what is asked now is a sale. */
function rssPrices({ compareAtPrice, currency }: Offer, price: string): string[] {
  return compareAtPrice !== null && Number(compareAtPrice) > Number(price)
    ? [element('g:price', `${compareAtPrice} ${currency}`), element('g:sale_price', `${price} ${currency}`)]
    : [element('g:price', `${price} ${currency}`)]
}

const element = (name: string, text: string | null | undefined): string =>
  text ? `<${name}>${escapeXml(text)}</${name}>` : ''
