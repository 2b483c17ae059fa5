import { createHash } from 'node:crypto'
import { emptyDictionary } from '../dictionary.ts'
import { compareText, parseMoment } from '../iso-time.ts'
import type { Answer, Call } from '../operation.ts'
import { invalidInput } from '../refusal.ts'
import { readList, requireParameter } from '../request-input.ts'
import type { Seller } from '../state.ts'
import { listSkus, type MarketplaceStock, type Stock, totalUnits } from './stock.ts'

const pageSize = 50

const mostSkus = 50

const mostMonthsBack = 18

type Question = {
  marketplaceId: string
  hasDetails: boolean
  includes: (stock: Stock) => boolean
  skus: string[] | null
}

export function readSummaries({ seller, query, now }: Call): Answer {
  const question = readQuestion(query, now)
  assertParticipation(seller, question.marketplaceId)
  if (!seller.hasFba) throw invalidInput('The seller is not registered for Fulfillment by Amazon.')
  const marketplaceStock = seller.stock[question.marketplaceId] ?? emptyDictionary()
  const nextToken = query.get('nextToken')
  const after = nextToken ? readPageToken(query, nextToken, now) : null
  const { rows, last } = takeSummaryPage(marketplaceStock, question, after)
  return {
    status: 200,
    body: {
      ...(last === null ? {} : { pagination: { nextToken: writePageToken(query, last, now) } }),
      payload: {
        granularity: { granularityType: 'Marketplace', granularityId: question.marketplaceId },
        inventorySummaries: rows.map((stock) => presentSummary(stock, question.hasDetails)),
      },
    },
  }
}

function readQuestion(query: URLSearchParams, now: Date): Question {
  if (requireParameter(query, 'granularityType') !== 'Marketplace') {
    throw invalidInput('The granularityType must be Marketplace.')
  }
  const marketplaceId = requireParameter(query, 'granularityId')
  requireParameter(query, 'marketplaceIds')
  const marketplaceIds = readList(query, 'marketplaceIds')
  if (marketplaceIds.length !== 1 || marketplaceIds[0] !== marketplaceId) {
    throw invalidInput('The marketplaceIds must be one, the same as the granularityId.')
  }
  const details = query.get('details') ?? 'false'
  if (details !== 'true' && details !== 'false') throw invalidInput('The parameter details must be true or false.')
  return { marketplaceId, hasDetails: details === 'true', ...readFilter(query, now) }
}

/** Amazon applies one filter only: startDateTime, else sellerSkus, else sellerSku. */
function readFilter(query: URLSearchParams, now: Date): Pick<Question, 'includes' | 'skus'> {
  const start = query.get('startDateTime')
  if (start !== null) return { includes: changedSince(start, now), skus: null }
  const single = query.get('sellerSku')
  const skus = query.has('sellerSkus') ? readList(query, 'sellerSkus') : single === null ? null : [single]
  if (skus && skus.length > mostSkus) throw invalidInput(`There are more than ${mostSkus} sellerSkus.`)
  return { includes: () => true, skus: skus && [...new Set(skus)].toSorted() }
}

function changedSince(text: string, now: Date): Question['includes'] {
  const start = parseMoment(text)
  if (!start) throw invalidInput('The startDateTime is not a date and time in ISO 8601.')
  const earliest = new Date(now)
  earliest.setUTCMonth(earliest.getUTCMonth() - mostMonthsBack)
  if (start < earliest) throw invalidInput(`The startDateTime is more than ${mostMonthsBack} months ago.`)
  const since = start.toISOString()
  return ({ changedAt }) => changedAt > since
}

/** `last` is the page's last SKU when there are more. */
function takeSummaryPage(marketplaceStock: MarketplaceStock, { includes, skus }: Question, after: string | null) {
  const all = skus ?? listSkus(marketplaceStock)
  const rows: Stock[] = []
  for (let index = after === null ? 0 : placeAfter(all, after); index < all.length; index += 1) {
    const stock = marketplaceStock[all[index] ?? '']
    if (!stock || !includes(stock)) continue
    if (rows.length === pageSize) return { rows, last: rows.at(-1)?.sku ?? null }
    rows.push(stock)
  }
  return { rows, last: null }
}

/** Index of the first SKU after the given one, which may be gone. */
function placeAfter(sorted: string[], sku: string): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? '') <= sku) low = middle + 1
    else high = middle
  }
  return low
}

/** A summary in Amazon's format; without details it has only the total. */
function presentSummary(stock: Stock, hasDetails: boolean): object {
  return {
    asin: stock.asin,
    fnSku: stock.fnsku,
    sellerSku: stock.sku,
    condition: stock.condition,
    ...(hasDetails ? { inventoryDetails: presentDetails(stock) } : {}),
    lastUpdatedTime: stock.changedAt,
    productName: stock.title,
    totalQuantity: totalUnits(stock),
    stores: [],
  }
}

const presentDetails = (stock: Stock) => ({
  fulfillableQuantity: stock.fulfillable,
  inboundWorkingQuantity: stock.inboundWorking,
  inboundShippedQuantity: stock.inboundShipped,
  inboundReceivingQuantity: stock.inboundReceiving,
  reservedQuantity: {
    totalReservedQuantity: stock.reserved,
    pendingCustomerOrderQuantity: stock.reserved,
    pendingTransshipmentQuantity: 0,
    fcProcessingQuantity: 0,
  },
  researchingQuantity: {
    totalResearchingQuantity: 0,
    researchingQuantityBreakdown: researchSpans.map((name) => ({ name, quantity: 0 })),
  },
  unfulfillableQuantity: {
    totalUnfulfillableQuantity: 0,
    customerDamagedQuantity: 0,
    warehouseDamagedQuantity: 0,
    distributorDamagedQuantity: 0,
    carrierDamagedQuantity: 0,
    defectiveQuantity: 0,
    expiredQuantity: 0,
  },
})

const researchSpans = [
  'researchingQuantityInShortTerm',
  'researchingQuantityInMidTerm',
  'researchingQuantityInLongTerm',
]

const lifetime = 30_000

type PageToken = { after: string; question: string; madeAt: number }

/** The next page begins after a SKU, so that rows that appear or vanish meanwhile shift nothing. */
function writePageToken(query: URLSearchParams, after: string, now: Date): string {
  const token: PageToken = { after, question: questionDigest(query), madeAt: now.getTime() }
  return Buffer.from(JSON.stringify(token)).toString('base64')
}

/** The SKU to continue after. A token is valid for 30 seconds and only for the same query. */
function readPageToken(query: URLSearchParams, text: string, now: Date): string {
  const token = parseToken(text)
  if (!token) throw invalidInput('The nextToken is invalid.')
  if (now.getTime() - token.madeAt > lifetime) throw invalidInput('The nextToken has expired.')
  if (token.question !== questionDigest(query)) {
    throw invalidInput('The nextToken belongs to a request with other parameters.')
  }
  return token.after
}

function questionDigest(query: URLSearchParams): string {
  const rest = [...query].filter(([name]) => name !== 'nextToken').toSorted(([one], [other]) => compareText(one, other))
  return createHash('sha256').update(JSON.stringify(rest)).digest('base64url')
}

function parseToken(text: string): PageToken | null {
  try {
    const token = JSON.parse(Buffer.from(text, 'base64').toString()) as Partial<PageToken>
    return typeof token.after === 'string' ? (token as PageToken) : null
  } catch {
    return null
  }
}

export function assertParticipation(seller: Seller, marketplaceId: string): void {
  if (seller.marketplaceIds.includes(marketplaceId)) return
  throw invalidInput(`The seller does not sell in the marketplace ${marketplaceId}.`)
}
