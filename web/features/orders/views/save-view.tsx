import type { OrderFilter } from '#contract/orders.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { useCreateView } from './api.ts'
import { ViewForm } from './view-form.tsx'

type SaveViewDialogProps = { filters: OrderFilter; inWords: string; onClose: () => void }

export function SaveViewDialog({ filters, inWords, onClose }: SaveViewDialogProps) {
  const createView = useCreateView()
  return (
    <Dialog open onOpenChange={onClose} title="Save view" description={`Keeps the orders that match ${inWords}.`}>
      <ViewForm
        defaults={{ name: '', isShared: false }}
        action="Save view"
        refusal={createView.error}
        onSave={(fields) => createView.mutateAsync({ ...fields, filters })}
        onClose={onClose}
      />
    </Dialog>
  )
}
