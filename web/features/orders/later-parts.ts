import { laterPart } from '#web/shared/later-part.tsx'
import { preloadOrderDialogs } from '#web/shared/orders/order-dialogs.ts'

/** What the list is shown without. Most of it brings the library of forms, which those who only look don't need. */
export const OpenOrder = laterPart(async () => (await import('./drawer/open-order.tsx')).OpenOrder)
export const AttentionView = laterPart(async () => (await import('./attention-view.tsx')).AttentionView)
export const SaveView = laterPart(async () => (await import('./views/save-view.tsx')).SaveView)
export const EditView = laterPart(async () => (await import('./views/edit-view.tsx')).EditView)
export const DeleteView = laterPart(async () => (await import('./views/delete-view.tsx')).DeleteView)
export const SelectionBar = laterPart(async () => (await import('./selection/selection-bar.tsx')).SelectionBar)
export const RunningBatch = laterPart(async () => (await import('./batches/running-batch.tsx')).RunningBatch)
export const BatchDialog = laterPart(async () => (await import('./batches/batch-dialog.tsx')).BatchDialog)

/** For whoever comes near an order, by hand or with the keyboard. */
export function preloadOrderWork(): void {
  OpenOrder.preload()
  SelectionBar.preload()
  preloadOrderDialogs()
}
