import { lazyPart } from '#web/shared/later-part.tsx'

/** Those who only look don't need the forms. */
export const CreateDialog = lazyPart(async () => (await import('./create-dialog.tsx')).CreateDialog)
export const EditDialog = lazyPart(async () => (await import('./edit-dialog.tsx')).EditDialog)
