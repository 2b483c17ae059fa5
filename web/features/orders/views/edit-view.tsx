import type { SavedView } from '#contract/saved-views.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { useUpdateView } from './api.ts'
import { ViewForm } from './view-form.tsx'

export function EditViewDialog({ view, onClose }: { view: SavedView; onClose: () => void }) {
  const updateView = useUpdateView()
  const { id: viewId, name, isShared } = view
  return (
    <Dialog open onOpenChange={onClose} title="Rename or share view">
      <ViewForm
        defaults={{ name, isShared }}
        action="Save"
        refusal={updateView.error}
        onSave={(fields) => updateView.mutateAsync({ viewId, ...fields })}
        onClose={onClose}
      />
    </Dialog>
  )
}
