import { lazyPart } from '#web/shared/lazy-part.tsx'

/** Parts that are not in the first load of the list, because they need the form library. */
export const CartDrawer = lazyPart(async () => (await import('./cart-drawer.tsx')).CartDrawer, { overlay: 'drawer' })
export const CreatePromotionDialog = lazyPart(async () => (await import('./promotion-form.tsx')).CreatePromotionDialog)
export const EditPromotionDialog = lazyPart(async () => (await import('./promotion-form.tsx')).EditPromotionDialog)
export const CopyPromotionDialog = lazyPart(async () => (await import('./promotion-form.tsx')).CopyPromotionDialog)

/** Called when the pointer or the focus enters the list, so that the dialogs are there on click. */
export function preloadPromotionDialogs(): void {
  EditPromotionDialog.preload()
  CopyPromotionDialog.preload()
}
