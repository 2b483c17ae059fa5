import { lazyScreen } from '#web/lib/lazy-screen.ts'

/** What the list is shown without: the forms bring their own library, which those who only look don't need. */
export const ProductDrawer = lazyScreen(async () => (await import('./product-drawer.tsx')).ProductDrawer)
export const CreateDialog = lazyScreen(async () => (await import('./create-dialog.tsx')).CreateDialog)
export const EditProduct = lazyScreen(async () => (await import('./edit-product.tsx')).EditProduct)

/** For whoever comes near a product, by hand or with the keyboard. */
export function preloadProductWork(): void {
  ProductDrawer.preload()
  EditProduct.preload()
}
