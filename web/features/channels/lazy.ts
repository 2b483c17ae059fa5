import { lazyPart } from '#web/shared/lazy-part.tsx'

/** What the cards are shown without: the forms bring their own library, which those who only look don't need. */
export const ChannelDrawer = lazyPart(async () => (await import('./channel-drawer.tsx')).ChannelDrawer)
export const AddChannelDialog = lazyPart(async () => (await import('./add-channel-dialog.tsx')).AddChannelDialog)
