import { Dialog } from '#web/ui/dialog.tsx'
import { CompanyForm } from './company-form.tsx'

export function NewCompanyDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Add Company"
      description="A company has its own products, orders, channels and people; no other company sees them."
    >
      <CompanyForm onClose={onClose} />
    </Dialog>
  )
}
