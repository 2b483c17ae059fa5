import { lazyPart } from '#web/shared/lazy-part.tsx'

/** What the list is shown without: the forms bring their own library, which those who only look don't need. */
export const ProductDrawer = lazyPart(async () => (await import('./product-drawer.tsx')).ProductDrawer)
export const CreateProductDialog = lazyPart(async () => (await import('./product-form.tsx')).CreateProductDialog)
export const EditProductDialog = lazyPart(async () => (await import('./product-form.tsx')).EditProductDialog)

/** For whoever comes near a product, by hand or with the keyboard. */
export function preloadProductParts(): void {
  ProductDrawer.preload()
  EditProductDialog.preload()
}
