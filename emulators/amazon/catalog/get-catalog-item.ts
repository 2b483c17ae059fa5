import type { Answer, Call } from '../operation.ts'
import { Refusal } from '../refusal.ts'
import { parametersOf } from '../parameters.ts'
import { readMarketplaces } from '../sellers/read-marketplaces.ts'
import { findCatalogItem } from './catalog-item.ts'
import { catalogData, viewItem } from './view-item.ts'

export function getCatalogItem({ query, params, seller, state }: Call): Answer {
  const read = parametersOf(query, '400')
  const asin = params['asin'] ?? ''
  const included = read.choices('includedData', catalogData)
  const pages = readMarketplaces(read, seller).flatMap((marketplaceId) => {
    const item = findCatalogItem(state.catalog, marketplaceId, asin)
    return item ? [{ marketplaceId, item }] : []
  })
  if (pages.length === 0) {
    throw new Refusal(404, 'NOT_FOUND', `Requested item '${asin}' not found in marketplace(s).`)
  }
  return { status: 200, body: viewItem(asin, pages, included) }
}
