import { textOf } from '../listings/listing.ts'
import type { CatalogItem } from './catalog-item.ts'
import { classificationOf } from './view-item.ts'

/** By what a search could be narrowed, and how many would be left. */
export function refine(found: CatalogItem[]) {
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
