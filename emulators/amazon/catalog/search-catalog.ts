import { emptyDictionary } from '../book.ts'
import { findListing, textOf } from '../listings/listing.ts'
import type { Answer, Call } from '../operation.ts'
import { parametersOf, type Parameters } from '../parameters.ts'
import { searchPage } from '../search-pages.ts'
import { readMarketplaces } from '../sellers/read-marketplaces.ts'
import type { AmazonState } from '../world.ts'
import type { CatalogItem } from './catalog-item.ts'
import { findByIdentifiers, identifierTypes } from './find-by-identifiers.ts'
import { refine } from './refinements.ts'
import { catalogData, classificationOf, viewItem } from './view-item.ts'

export function searchCatalog({ query, seller, state }: Call): Answer {
  const read = parametersOf(query, '400')
  const [marketplaceId = ''] = readMarketplaces(read, seller, 1)
  const included = read.choices('includedData', catalogData)
  const size = read.integer('pageSize', { most: 20, otherwise: 10 })
  const identifiers = read.list('identifiers', 20)
  const keywords = read.list('keywords', 20)
  if (identifiers.length > 0 === keywords.length > 0) {
    throw read.refuse("Either 'identifiers' or 'keywords' must be given, and not both.")
  }
  const found =
    keywords.length > 0
      ? findByKeywords(state, marketplaceId, keywords, read)
      : searchByIdentifiers(state, marketplaceId, identifiers, read)
  const page = searchPage(found, query, size)
  if (!page) throw read.refuse("The 'pageToken' is not one of this search.")
  return {
    status: 200,
    body: {
      numberOfResults: found.length,
      pagination: page.pagination,
      ...(keywords.length > 0 && { refinements: refine(found) }),
      items: page.rows.map((item) => viewItem(item.asin, [{ marketplaceId, item }], included)),
    },
  }
}

const onlyWithKeywords = ['brandNames', 'classificationIds', 'keywordsLocale']

function searchByIdentifiers(world: AmazonState, marketplaceId: string, identifiers: string[], read: Parameters) {
  const type = read.choice('identifiersType', identifierTypes)
  if (type === undefined) throw read.refuse("'identifiersType' is required with 'identifiers'.")
  const wrong = onlyWithKeywords.find((name) => read.text(name) !== undefined)
  if (wrong !== undefined) throw read.refuse(`'${wrong}' cannot be used with 'identifiers'.`)
  if (type !== 'SKU') return findByIdentifiers(world.catalog[marketplaceId] ?? emptyDictionary(), type, identifiers)

  const listings = world.sellers[read.requiredText('sellerId')]?.listings ?? {}
  const asins = identifiers.flatMap((sku) => findListing(listings, marketplaceId, sku)?.asin ?? [])
  return findByIdentifiers(world.catalog[marketplaceId] ?? emptyDictionary(), 'ASIN', asins)
}

function findByKeywords(
  world: AmazonState,
  marketplaceId: string,
  keywords: string[],
  read: Parameters,
): CatalogItem[] {
  const words = keywords.flatMap((keyword) => keyword.toLowerCase().split(/\s+/))
  const brands = read.list('brandNames')
  const classificationIds = read.list('classificationIds')
  return Object.values(world.catalog[marketplaceId] ?? {}).filter((item) => {
    const text = searchableText(item)
    if (!words.every((word) => text.includes(word))) return false
    if (brands.length > 0 && !brands.includes(textOf(item.attributes, 'brand') ?? '')) return false
    return classificationIds.length === 0 || classificationIds.includes(classificationOf(item).classificationId)
  })
}

function searchableText({ attributes }: CatalogItem): string {
  const names = ['item_name', 'brand', 'bullet_point', 'generic_keyword']
  const values = names.flatMap((name) => attributes[name] ?? []).map(({ value }) => value)
  return values.join(' ').toLowerCase()
}
