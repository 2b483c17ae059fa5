import { gid, numberIn, type Variant } from '../state.ts'

export const variantView = (variant: Variant): object => ({
  __typename: 'ProductVariant',
  id: gid('ProductVariant', variant.id),
  legacyResourceId: String(variant.id),
  title: variant.title,
  sku: variant.sku,
  barcode: variant.barcode,
  price: (variant.priceCents / 100).toFixed(2),
  requiresComponents: variant.requiresComponents,
  image: null,
  product: {
    id: gid('Product', variant.productId),
    title: variant.productTitle,
    status: variant.productStatus,
    featuredMedia: variant.imageUrl
      ? { __typename: 'MediaImage', preview: { image: { url: variant.imageUrl } } }
      : null,
  },
  inventoryItem: itemView(variant),
})

export const itemView = (variant: Variant): object => ({
  __typename: 'InventoryItem',
  id: gid('InventoryItem', variant.inventoryItemId),
  tracked: variant.isTracked,
  requiresShipping: variant.requiresShipping,
  inventoryLevel: ({ locationId }: { locationId: string }) => {
    const level = variant.levels[numberIn('Location', locationId) ?? 0]
    if (!level) return null
    const quantities = ({ names }: { names: string[] }) =>
      names.map((name) => ({
        name,
        quantity: name === 'available' ? level.available : name === 'committed' ? level.committed : 0,
      }))
    return { isActive: true, quantities }
  },
})
