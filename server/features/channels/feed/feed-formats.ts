import type { FeedFormat } from '#contract/channel-values.ts'
import { csvContent } from '#server/platform/spreadsheet/csv.ts'
import type { CellValue, Column } from '#server/platform/spreadsheet/table.ts'
import type { Offer } from '#server/ports/channel.ts'
import type { FeedHeader, OfferBatches } from './feed-parts.ts'
import { merchantRss } from './merchant-rss.ts'

type Format = { contentType: string; write: (frame: FeedHeader, offers: OfferBatches) => AsyncIterable<string> }

export const formats: Record<FeedFormat, Format> = {
  json: { contentType: 'application/json; charset=utf-8', write: json },
  csv: { contentType: 'text/csv; charset=utf-8', write: (_frame, offers) => csvContent(columns, rowsOf(offers)) },
  xml: { contentType: 'application/rss+xml; charset=utf-8', write: merchantRss },
}

/** An item to a line, so that a reader need not hold the whole either. */
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

const availability = ({ sellable }: Offer) => (sellable > 0 ? 'in_stock' : 'out_of_stock')

const jsonItem = (offer: Offer) => ({
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

type Cell = Column & { of: (offer: Offer) => CellValue }

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
