import { lazyPart } from '#web/shared/lazy-part.tsx'
import { preloadOrderDialogs } from '#web/shared/orders/order-dialogs.ts'

/** Parts that are not in the first load of the list. Most of them need the form library. */
export const OrderDrawer = lazyPart(async () => (await import('./order-drawer.tsx')).OrderDrawer)
export const AttentionView = lazyPart(async () => (await import('./attention-view.tsx')).AttentionView)
export const SaveViewDialog = lazyPart(async () => (await import('./views/view-dialogs.tsx')).SaveViewDialog)
export const EditViewDialog = lazyPart(async () => (await import('./views/view-dialogs.tsx')).EditViewDialog)
export const DeleteViewDialog = lazyPart(async () => (await import('./views/view-dialogs.tsx')).DeleteViewDialog)
export const SelectionBar = lazyPart(async () => (await import('./batches/selection-bar.tsx')).SelectionBar)
export const RunningBatch = lazyPart(async () => (await import('./batches/batch-progress.tsx')).RunningBatch)
export const BatchDialog = lazyPart(async () => (await import('./batches/batch-dialog.tsx')).BatchDialog)

/** Called when the pointer or the focus enters the list, so that the parts are there on click. */
export function preloadOrderParts(): void {
  OrderDrawer.preload()
  SelectionBar.preload()
  preloadOrderDialogs()
}
