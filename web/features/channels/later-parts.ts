import { laterPart } from '#web/shared/later-part.tsx'

/** What the cards are shown without: the forms bring their own library, which those who only look don't need. */
export const ChannelDrawer = laterPart(async () => (await import('./channel-drawer.tsx')).ChannelDrawer)
export const AddChannelDialog = laterPart(async () => (await import('./add/add-channel-dialog.tsx')).AddChannelDialog)
