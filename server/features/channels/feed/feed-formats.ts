import type { FeedFormat } from '#contract/channel-values.ts'
import { escapeXml } from '#server/platform/escape.ts'
import { csvContent } from '#server/platform/spreadsheet/csv.ts'
import type { CellValue, Column } from '#server/platform/spreadsheet/table.ts'
import type { CatalogOffer } from '../offer-queries.ts'

/** The feed's own fields, without its items. */
export type FeedHeader = { name: string; currency: string; shopUrl: string | null }

/** Read in batches, so that a feed is never in memory as a whole. */
type OfferBatches = AsyncIterable<readonly CatalogOffer[]>

type Format = { contentType: string; write: (header: FeedHeader, offers: OfferBatches) => AsyncIterable<string> }

export const formats: Record<FeedFormat, Format> = {
  json: { contentType: 'application/json; charset=utf-8', write: json },
  csv: { contentType: 'text/csv; charset=utf-8', write: (_header, offers) => csvContent(columns, rowsOf(offers)) },
  xml: { contentType: 'application/rss+xml; charset=utf-8', write: merchantRss },
}

/** One item per line, so that readers can parse the feed as a stream. */
async function* json({ name, currency }: FeedHeader, offers: OfferBatches): AsyncGenerator<string> {
  yield `{"channel":${JSON.stringify(name)},"currency":${JSON.stringify(currency)},"items":[`
  let isFirst = true
  for await (const batch of offers) {
    if (batch.length === 0) continue
    yield `${isFirst ? '' : ','}\n${batch.map((offer) => JSON.stringify(jsonItem(offer))).join(',\n')}`
    isFirst = false
  }
  yield '\n]}\n'
}

const jsonItem = (offer: CatalogOffer) => ({
  sku: offer.sku,
  externalId: offer.externalId,
  title: offer.title,
  description: offer.description,
  brand: offer.brand,
  category: offer.category,
  price: offer.price,
  compareAtPrice: offer.compareAtPrice,
  currency: offer.currency,
  sellable: offer.sellable,
  availability: availability(offer),
  link: offer.link,
  imageUrls: offer.imageUrls,
  groupId: offer.groupId,
})

const availability = ({ sellable }: CatalogOffer) => (sellable > 0 ? 'in_stock' : 'out_of_stock')

type Cell = Column & { of: (offer: CatalogOffer) => CellValue }

const cells: Cell[] = [
  { heading: 'sku', kind: 'text', of: ({ sku }) => sku },
  { heading: 'externalId', kind: 'text', of: ({ externalId }) => externalId },
  { heading: 'title', kind: 'text', of: ({ title }) => title },
  { heading: 'description', kind: 'text', of: ({ description }) => description },
  { heading: 'brand', kind: 'text', of: ({ brand }) => brand },
  { heading: 'category', kind: 'text', of: ({ category }) => category },
  { heading: 'price', kind: 'number', of: ({ price }) => price },
  { heading: 'compareAtPrice', kind: 'number', of: ({ compareAtPrice }) => compareAtPrice },
  { heading: 'currency', kind: 'text', of: ({ currency }) => currency },
  { heading: 'sellable', kind: 'number', of: ({ sellable }) => sellable },
  { heading: 'availability', kind: 'text', of: availability },
  { heading: 'link', kind: 'text', of: ({ link }) => link },
  { heading: 'imageUrls', kind: 'text', of: ({ imageUrls }) => imageUrls.join(' ') },
  { heading: 'groupId', kind: 'text', of: ({ groupId }) => groupId },
]

const columns = cells.map(({ heading, kind }) => ({ heading, kind }))

async function* rowsOf(offers: OfferBatches) {
  for await (const batch of offers) yield batch.map((offer) => cells.map(({ of }) => of(offer)))
}

/** Limits of Meta and Google: characters of a text, and images beside the first. */
const maxTitleLength = 150

const maxDescriptionLength = 5_000

const maxExtraImages = 10

/**
 * RSS 2.0 with the Google Merchant namespace, read by Meta and Google. They refuse items without a price or a link, so
 * these are left out.
 */
async function* merchantRss({ name, shopUrl }: FeedHeader, offers: OfferBatches): AsyncGenerator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>${element('title', name)}${element('link', shopUrl)}${element('description', name)}
`
  for await (const batch of offers) yield batch.map(rssItem).join('')
  yield '</channel></rss>\n'
}

function rssItem(offer: CatalogOffer): string {
  if (offer.price === null || offer.link === null) return ''
  const [image, ...others] = offer.imageUrls
  const parts = [
    element('g:id', offer.sku),
    element('g:title', offer.title.slice(0, maxTitleLength)),
    element('g:description', (offer.description || offer.title).slice(0, maxDescriptionLength)),
    element('g:link', offer.link),
    element('g:image_link', image),
    ...others.slice(0, maxExtraImages).map((other) => element('g:additional_image_link', other)),
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

/** With a compare-at price, that is `g:price`, and the current price is `g:sale_price`. */
function rssPrices({ compareAtPrice, currency }: CatalogOffer, price: string): string[] {
  return compareAtPrice !== null && Number(compareAtPrice) > Number(price)
    ? [element('g:price', `${compareAtPrice} ${currency}`), element('g:sale_price', `${price} ${currency}`)]
    : [element('g:price', `${price} ${currency}`)]
}

const element = (name: string, text: string | null | undefined): string =>
  text ? `<${name}>${escapeXml(text)}</${name}>` : ''
