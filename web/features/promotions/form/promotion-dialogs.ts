import { lazyPart } from '#web/shared/later-part.tsx'

/** The form brings its own library, which those who only look don't need. */
export const CreatePromotionDialog = lazyPart(async () => (await import('./create-dialog.tsx')).CreatePromotionDialog)
export const EditPromotionDialog = lazyPart(async () => (await import('./edit-dialog.tsx')).EditPromotionDialog)
export const CopyPromotionDialog = lazyPart(async () => (await import('./copy-dialog.tsx')).CopyPromotionDialog)

/** For whoever comes near a promotion, by hand or with the keyboard. */
export function preloadPromotionDialogs(): void {
  EditPromotionDialog.preload()
  CopyPromotionDialog.preload()
}
