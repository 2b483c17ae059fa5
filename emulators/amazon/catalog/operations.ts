import { emptyDictionary } from '../dictionary.ts'
import { findListing, isParent, textOf } from '../listings/listing.ts'
import type { Answer, Call, Operation } from '../operation.ts'
import { searchPage } from '../paging.ts'
import { findProductType } from '../product-types/product-types.ts'
import { Refusal } from '../refusal.ts'
import { type Parameters, parametersOf, readMarketplaces } from '../request-input.ts'
import type { AmazonState } from '../state.ts'
import { type CatalogItem, dimensionsOf, findCatalogItem, identifiersOf, imagesOf } from './catalog-item.ts'

const root = '/catalog/2022-04-01/items' as const
const limits = { rate: 2, burst: 2 }

export const catalogOperations: Operation[] = [
  { name: 'searchCatalogItems', method: 'GET', path: root, ...limits, answer: searchCatalog },
  { name: 'getCatalogItem', method: 'GET', path: `${root}/:asin`, ...limits, answer: getCatalogItem },
]

function getCatalogItem({ query, params, seller, state }: Call): Answer {
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

function searchCatalog({ query, seller, state }: Call): Answer {
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

function searchByIdentifiers(state: AmazonState, marketplaceId: string, identifiers: string[], read: Parameters) {
  const type = read.choice('identifiersType', identifierTypes)
  if (type === undefined) throw read.refuse("'identifiersType' is required with 'identifiers'.")
  const wrong = onlyWithKeywords.find((name) => read.text(name) !== undefined)
  if (wrong !== undefined) throw read.refuse(`'${wrong}' cannot be used with 'identifiers'.`)
  if (type !== 'SKU') return findByIdentifiers(state.catalog[marketplaceId] ?? emptyDictionary(), type, identifiers)

  const listings = state.sellers[read.requiredText('sellerId')]?.listings ?? {}
  const asins = identifiers.flatMap((sku) => findListing(listings, marketplaceId, sku)?.asin ?? [])
  return findByIdentifiers(state.catalog[marketplaceId] ?? emptyDictionary(), 'ASIN', asins)
}

function findByKeywords(
  state: AmazonState,
  marketplaceId: string,
  keywords: string[],
  read: Parameters,
): CatalogItem[] {
  const words = keywords.flatMap((keyword) => keyword.toLowerCase().split(/\s+/))
  const brands = read.list('brandNames')
  const classificationIds = read.list('classificationIds')
  return Object.values(state.catalog[marketplaceId] ?? {}).filter((item) => {
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

const identifierTypes = ['ASIN', 'EAN', 'GTIN', 'ISBN', 'JAN', 'MINSAN', 'SKU', 'UPC'] as const

/** Each item once, in the order of the request. */
function findByIdentifiers(
  items: Record<string, CatalogItem>,
  type: Exclude<(typeof identifierTypes)[number], 'SKU'>,
  identifiers: string[],
): CatalogItem[] {
  if (type === 'ASIN') return [...new Set(identifiers)].flatMap((asin) => items[asin] ?? [])
  const wanted = new Set(identifiers)
  return Object.values(items).filter(({ attributes }) =>
    identifiersOf(attributes).some(
      ({ identifierType, identifier }) => identifierType === type && wanted.has(identifier),
    ),
  )
}

/** Possible refinements of a search, with their number of results. */
function refine(found: CatalogItem[]) {
  const brands = countBy(found, ({ attributes }) => textOf(attributes, 'brand'))
  const classifications = countBy(found, (item) => classificationOf(item).classificationId)
  const titles = new Map(
    found.map((item) => [classificationOf(item).classificationId, classificationOf(item).displayName]),
  )
  return {
    brands: brands.map(([brandName, numberOfResults]) => ({ numberOfResults, brandName })),
    classifications: classifications.map(([classificationId, numberOfResults]) => ({
      numberOfResults,
      displayName: titles.get(classificationId) ?? '',
      classificationId,
    })),
  }
}

function countBy(found: CatalogItem[], keyOf: (item: CatalogItem) => string | undefined): [string, number][] {
  const counts = new Map<string, number>()
  for (const item of found) {
    const key = keyOf(item)
    if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return [...counts]
}

const catalogData = [
  'attributes',
  'classifications',
  'dimensions',
  'identifiers',
  'images',
  'productTypes',
  'relationships',
  'salesRanks',
  'summaries',
  'vendorDetails',
] as const

type CatalogData = (typeof catalogData)[number]

/** One item in each marketplace that has it. */
type Pages = { marketplaceId: string; item: CatalogItem }[]

/** A catalogue item with the requested parts. Sales ranks are empty, because nothing sells here. */
function viewItem(asin: string, pages: Pages, included: CatalogData[]): object {
  const each = (view: (item: CatalogItem) => object) =>
    pages.map(({ marketplaceId, item }) => ({ marketplaceId, ...view(item) }))
  const parts: Record<CatalogData, () => unknown> = {
    attributes: () => pages[0]?.item.attributes ?? {},
    classifications: () => each((item) => ({ classifications: [classificationOf(item)] })),
    dimensions: () => each(({ attributes }) => dimensionsOf(attributes)),
    identifiers: () => each(({ attributes }) => ({ identifiers: identifiersOf(attributes) })),
    images: () => each(({ attributes }) => ({ images: imagesOf(attributes) })),
    productTypes: () => each(({ productType }) => ({ productType })),
    relationships: () => each(() => ({ relationships: [] })),
    salesRanks: () => each(() => ({ classificationRanks: [], displayGroupRanks: [] })),
    summaries: () => each(summaryOf),
    vendorDetails: () => [],
  }
  const requested = included.length === 0 ? (['summaries'] as const) : included
  return { asin, ...Object.fromEntries(requested.map((part) => [part, parts[part]()])) }
}

function classificationOf({ productType }: CatalogItem) {
  const known = findProductType(productType) ?? findProductType('PRODUCT')
  return known?.classification ?? { displayName: productType, classificationId: '0' }
}

/** Summary fields, and the attributes they come from. */
const repeated = {
  brand: 'brand',
  color: 'color',
  itemName: 'item_name',
  manufacturer: 'manufacturer',
  modelNumber: 'model_number',
  partNumber: 'part_number',
  size: 'size',
  style: 'style',
}

function summaryOf(item: CatalogItem) {
  return {
    adultProduct: false,
    autographed: false,
    browseClassification: classificationOf(item),
    itemClassification: isParent(item.attributes) ? 'VARIATION_PARENT' : 'BASE_PRODUCT',
    ...Object.fromEntries(
      Object.entries(repeated).flatMap(([field, name]) => {
        const value = textOf(item.attributes, name)
        return value === undefined ? [] : [[field, value]]
      }),
    ),
  }
}
