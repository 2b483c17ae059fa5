import { lazyScreen } from '#web/lib/lazy-screen.ts'
import { preloadOrderDialogs } from '#web/shared/orders/order-dialogs.ts'

/** What the list is shown without. Most of it brings the library of forms, which those who only look don't need. */
export const OpenOrder = lazyScreen(async () => (await import('./drawer/open-order.tsx')).OpenOrder)
export const AttentionView = lazyScreen(async () => (await import('./attention-view.tsx')).AttentionView)
export const SaveView = lazyScreen(async () => (await import('./views/save-view.tsx')).SaveView)
export const EditView = lazyScreen(async () => (await import('./views/edit-view.tsx')).EditView)
export const DeleteView = lazyScreen(async () => (await import('./views/delete-view.tsx')).DeleteView)
export const SelectionBar = lazyScreen(async () => (await import('./selection/selection-bar.tsx')).SelectionBar)
export const RunningBatch = lazyScreen(async () => (await import('./batches/running-batch.tsx')).RunningBatch)
export const BatchDialog = lazyScreen(async () => (await import('./batches/batch-dialog.tsx')).BatchDialog)

/** For whoever comes near an order, by hand or with the keyboard. */
export function preloadOrderWork(): void {
  OpenOrder.preload()
  SelectionBar.preload()
  preloadOrderDialogs()
}
