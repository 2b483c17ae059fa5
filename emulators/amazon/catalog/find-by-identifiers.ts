import type { CatalogItem } from './catalog-item.ts'
import { identifiersOf } from './identifiers.ts'

export const identifierTypes = ['ASIN', 'EAN', 'GTIN', 'ISBN', 'JAN', 'MINSAN', 'SKU', 'UPC'] as const

/** Each product once, in the order it was asked for. */
export function findByIdentifiers(
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
