import { lazyPart } from '#web/shared/lazy-part.tsx'

/** Parts that are not in the first load of the list, because they need the form library. */
export const ChannelDrawer = lazyPart(async () => (await import('./channel-drawer.tsx')).ChannelDrawer)
export const AddChannelDialog = lazyPart(async () => (await import('./add-channel-dialog.tsx')).AddChannelDialog)
