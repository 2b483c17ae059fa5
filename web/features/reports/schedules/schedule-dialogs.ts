import { lazyScreen } from '#web/lib/lazy-screen.ts'

/** Those who only look don't need the forms. */
export const CreateDialog = lazyScreen(async () => (await import('./create-dialog.tsx')).CreateDialog)
export const EditDialog = lazyScreen(async () => (await import('./edit-dialog.tsx')).EditDialog)
