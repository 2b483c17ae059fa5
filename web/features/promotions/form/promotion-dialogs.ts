import { laterPart } from '#web/shared/later-part.tsx'

/** The form brings its own library, which those who only look don't need. */
export const CreateDialog = laterPart(async () => (await import('./create-dialog.tsx')).CreateDialog)
export const EditDialog = laterPart(async () => (await import('./edit-dialog.tsx')).EditDialog)
export const CopyDialog = laterPart(async () => (await import('./copy-dialog.tsx')).CopyDialog)

/** For whoever comes near a promotion, by hand or with the keyboard. */
export function preloadPromotionDialogs(): void {
  EditDialog.preload()
  CopyDialog.preload()
}
