import { lazyScreen } from '#web/lib/lazy-screen.ts'

/** The form brings its own library, which those who only look don't need. */
export const CreateDialog = lazyScreen(async () => (await import('./create-dialog.tsx')).CreateDialog)
export const EditDialog = lazyScreen(async () => (await import('./edit-dialog.tsx')).EditDialog)
export const CopyDialog = lazyScreen(async () => (await import('./copy-dialog.tsx')).CopyDialog)

/** For whoever comes near a promotion, by hand or with the keyboard. */
export function preloadPromotionDialogs(): void {
  EditDialog.preload()
  CopyDialog.preload()
}
