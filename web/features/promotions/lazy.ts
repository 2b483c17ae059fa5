import { lazyPart } from '#web/shared/lazy-part.tsx'

export const CartDrawer = lazyPart(async () => (await import('./cart-drawer.tsx')).CartDrawer)

/** The form brings its own library, which those who only look don't need. */
export const CreatePromotionDialog = lazyPart(async () => (await import('./promotion-form.tsx')).CreatePromotionDialog)

export const EditPromotionDialog = lazyPart(async () => (await import('./promotion-form.tsx')).EditPromotionDialog)

export const CopyPromotionDialog = lazyPart(async () => (await import('./promotion-form.tsx')).CopyPromotionDialog)

/** For whoever comes near a promotion, by hand or with the keyboard. */
export function preloadPromotionDialogs(): void {
  EditPromotionDialog.preload()
  CopyPromotionDialog.preload()
}
