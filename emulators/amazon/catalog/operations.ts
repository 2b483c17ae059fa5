import type { Operation } from '../operation.ts'
import { getCatalogItem } from './get-catalog-item.ts'
import { searchCatalog } from './search-catalog.ts'

const root = '/catalog/2022-04-01/items' as const
const limits = { rate: 2, burst: 2 }

export const catalogOperations: Operation[] = [
  { name: 'searchCatalogItems', method: 'GET', path: root, ...limits, answer: searchCatalog },
  { name: 'getCatalogItem', method: 'GET', path: `${root}/:asin`, ...limits, answer: getCatalogItem },
]
