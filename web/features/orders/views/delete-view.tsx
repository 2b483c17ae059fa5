import type { SavedView } from '#contract/saved-views.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useRemoveView } from './api.ts'

export function DeleteViewDialog({ view: { id, name, isShared }, onClose }: { view: SavedView; onClose: () => void }) {
  const removeView = useRemoveView()
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete the view ${name}?`}
      confirmLabel="Delete view"
      isDangerous
      isPending={removeView.isPending}
      onConfirm={() => removeView.mutate({ viewId: id }, { onSuccess: onClose })}
    >
      {isShared ? 'Your colleagues can no longer choose it either.' : 'You can no longer choose it.'} The orders and the
      present filters stay as they are.
    </ConfirmDialog>
  )
}
