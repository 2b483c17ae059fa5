import { textOf, type Attributes, type Listing } from './listing.ts'

/** Variations: a child names its parent, a parent is known by its children. */
export function relationshipsOf(listings: Record<string, Listing>, listing: Listing): object[] {
  const parentSku = parentSkuOf(listing)
  const childSkus = isParent(listing.attributes)
    ? Object.values(listings)
        .filter((other) => parentSkuOf(other) === listing.sku)
        .map(({ sku }) => sku)
    : []
  if (parentSku === undefined && childSkus.length === 0) return []
  return [
    {
      type: 'VARIATION',
      ...(parentSku !== undefined && { parentSkus: [parentSku] }),
      ...(childSkus.length > 0 && { childSkus }),
      ...themeOf(listing),
    },
  ]
}

export function parentSkuOf({ attributes }: Listing): string | undefined {
  const parentSku = attributes['child_parent_sku_relationship']?.[0]?.['parent_sku']
  return typeof parentSku === 'string' ? parentSku : undefined
}

export const isParent = (attributes: Attributes) => textOf(attributes, 'parentage_level') === 'parent'

function themeOf({ attributes }: Listing) {
  const theme = attributes['variation_theme']?.[0]?.['name']
  if (typeof theme !== 'string') return {}
  return { variationTheme: { theme, attributes: theme.toLowerCase().split('/') } }
}
