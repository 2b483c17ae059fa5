import { textOf } from '../listings/listing.ts'
import { isParent } from '../listings/relationships.ts'
import { findProductType } from '../product-types/product-types.ts'
import type { CatalogItem } from './catalog-item.ts'
import { dimensionsOf } from './dimensions.ts'
import { identifiersOf } from './identifiers.ts'
import { imagesOf } from './images.ts'

export const catalogData = [
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
export type CatalogData = (typeof catalogData)[number]

/** The same product in those marketplaces in which it has a page. */
export type Pages = { marketplaceId: string; item: CatalogItem }[]

/** A product as the catalogue tells it, with those parts that were asked for. Nothing here has sold yet, so nothing ranks. */
export function viewItem(asin: string, pages: Pages, included: CatalogData[]): object {
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
  const asked = included.length === 0 ? (['summaries'] as const) : included
  return { asin, ...Object.fromEntries(asked.map((part) => [part, parts[part]()])) }
}

export function classificationOf({ productType }: CatalogItem) {
  const known = findProductType(productType) ?? findProductType('PRODUCT')
  return known?.classification ?? { displayName: productType, classificationId: '0' }
}

/** Fields of a summary, and the attributes they repeat. */
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
