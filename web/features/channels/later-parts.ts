import { lazyScreen } from '#web/lib/lazy-screen.ts'

/** What the cards are shown without: the forms bring their own library, which those who only look don't need. */
export const ChannelDrawer = lazyScreen(async () => (await import('./channel-drawer.tsx')).ChannelDrawer)
export const AddChannelDialog = lazyScreen(async () => (await import('./add/add-channel-dialog.tsx')).AddChannelDialog)
