import { lazyPart } from '#web/shared/lazy-part.tsx'
import { preloadOrderDialogs } from '#web/shared/orders/order-dialogs.ts'

/** Parts that are not in the first load of the list. Most of them need the form library. */
export const OrderDrawer = lazyPart(async () => (await import('./order-drawer.tsx')).OrderDrawer, { overlay: 'drawer' })
export const CustomerDrawer = lazyPart(async () => (await import('./customer-drawer.tsx')).CustomerDrawer, {
  overlay: 'drawer',
})
export const NewOrderDrawer = lazyPart(async () => (await import('./new-order/new-order-drawer.tsx')).NewOrderDrawer, {
  overlay: 'drawer',
})
export const AttentionView = lazyPart(async () => (await import('./attention-view.tsx')).AttentionView)
export const SaveViewDialog = lazyPart(async () => (await import('./views/view-dialogs.tsx')).SaveViewDialog)
export const EditViewDialog = lazyPart(async () => (await import('./views/view-dialogs.tsx')).EditViewDialog)
export const DeleteViewDialog = lazyPart(async () => (await import('./views/view-dialogs.tsx')).DeleteViewDialog)
export const ManageTagsDialog = lazyPart(async () => (await import('./manage-tags-dialog.tsx')).ManageTagsDialog)
export const SelectionBar = lazyPart(async () => (await import('./batches/selection-bar.tsx')).SelectionBar)
export const RunningBatch = lazyPart(async () => (await import('./batches/batch-progress.tsx')).RunningBatch)
export const BatchDialog = lazyPart(async () => (await import('./batches/batch-dialog.tsx')).BatchDialog)

/** Called when the pointer or the focus enters the list, so that the parts are there on click. */
export function preloadOrderParts(): void {
  OrderDrawer.preload()
  SelectionBar.preload()
  preloadOrderDialogs()
}
