import { lazyPart } from '#web/shared/lazy-part.tsx'

/** Parts that are not in the first load of the list. */
export const ChannelDrawer = lazyPart(async () => (await import('./channel-drawer.tsx')).ChannelDrawer, {
  overlay: 'drawer',
})
export const AddChannelDialog = lazyPart(async () => (await import('./add-channel-dialog.tsx')).AddChannelDialog)
export const ConsentReturn = lazyPart(async () => (await import('./connect-shop/consent-return.tsx')).ConsentReturn)
export const CardHealth = lazyPart(async () => (await import('./health/channel-health.tsx')).CardHealth)
