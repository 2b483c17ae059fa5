import type { Operation } from '../operation.ts'
import { getDefinition } from './get-definition.ts'
import { searchProductTypes } from './search-product-types.ts'

const root = '/definitions/2020-09-01/productTypes'
const limits = { rate: 5, burst: 10 }

export const productTypesOperations: Operation[] = [
  { name: 'searchDefinitionsProductTypes', method: 'GET', path: root, ...limits, answer: searchProductTypes },
  { name: 'getDefinitionsProductType', method: 'GET', path: `${root}/:productType`, ...limits, answer: getDefinition },
]
