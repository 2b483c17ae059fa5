import { laterPart } from '#web/shared/later-part.tsx'

/** What the list is shown without: the forms bring their own library, which those who only look don't need. */
export const ProductDrawer = laterPart(async () => (await import('./product-drawer.tsx')).ProductDrawer)
export const CreateDialog = laterPart(async () => (await import('./create-dialog.tsx')).CreateDialog)
export const EditProduct = laterPart(async () => (await import('./edit-product.tsx')).EditProduct)

/** For whoever comes near a product, by hand or with the keyboard. */
export function preloadProductWork(): void {
  ProductDrawer.preload()
  EditProduct.preload()
}
