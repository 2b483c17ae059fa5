import { lazyPart } from '#web/shared/lazy-part.tsx'

/** Parts that are not in the first load of the list, because they need the form library. */
export const ProductDrawer = lazyPart(async () => (await import('./product-drawer.tsx')).ProductDrawer)
export const CreateProductDialog = lazyPart(async () => (await import('./product-form.tsx')).CreateProductDialog)
export const EditProductDialog = lazyPart(async () => (await import('./product-form.tsx')).EditProductDialog)

/** Called when the pointer or the focus enters the list, so that the parts are there on click. */
export function preloadProductParts(): void {
  ProductDrawer.preload()
  EditProductDialog.preload()
}
