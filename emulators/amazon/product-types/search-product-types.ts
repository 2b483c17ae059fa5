import type { Answer, Call } from '../operation.ts'
import { parametersOf } from '../parameters.ts'
import { readMarketplaces } from '../sellers/read-marketplaces.ts'
import { productTypes, type ProductType } from './product-types.ts'
import { definitionVersion } from './version.ts'

export function searchProductTypes({ query, seller }: Call): Answer {
  const read = parametersOf(query, 'BAD_REQUEST')
  const marketplaceIds = readMarketplaces(read, seller)
  const keywords = read.list('keywords')
  const itemName = read.text('itemName')
  if (keywords.length > 0 && itemName !== undefined) throw read.refuse("'keywords' and 'itemName' exclude each other.")

  const words = itemName === undefined ? keywords : itemName.split(/\s+/)
  const found = words.length === 0 ? productTypes : productTypes.filter((type) => matchesWords(type, words))
  return {
    status: 200,
    body: {
      productTypes: found.map(({ name, displayName }) => ({ name, displayName, marketplaceIds })),
      productTypeVersion: definitionVersion,
    },
  }
}

function matchesWords({ name, keywords }: ProductType, words: string[]): boolean {
  return words.map((word) => word.toLowerCase()).some((word) => keywords.includes(word) || word === name.toLowerCase())
}
