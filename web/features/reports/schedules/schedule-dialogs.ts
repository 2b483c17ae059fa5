import { laterPart } from '#web/shared/later-part.tsx'

/** Those who only look don't need the forms. */
export const CreateDialog = laterPart(async () => (await import('./create-dialog.tsx')).CreateDialog)
export const EditDialog = laterPart(async () => (await import('./edit-dialog.tsx')).EditDialog)
