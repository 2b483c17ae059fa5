import type { CompanyRow } from '#contract/admin.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { Alert } from '#web/ui/alert.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useUpdateCompany } from './api.ts'

type DeactivateCompanyDialogProps = { company: CompanyRow; open: boolean; onOpenChange: (open: boolean) => void }

export function DeactivateCompanyDialog({ company, open, onOpenChange }: DeactivateCompanyDialogProps) {
  const updateCompany = useUpdateCompany()

  function changeOpen(next: boolean) {
    updateCompany.reset()
    onOpenChange(next)
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={changeOpen}
      title={`Deactivate ${company.name}?`}
      confirmLabel="Deactivate"
      isDangerous
      isPending={updateCompany.isPending}
      onConfirm={() =>
        updateCompany.mutate({ companyId: company.id, isActive: false }, { onSuccess: () => changeOpen(false) })
      }
    >
      <p>
        Its people can’t sign in any more and open sessions end with their next click. Its channels’ keys and its
        background jobs stop.
      </p>
      <p>Nothing is deleted: activating the company again brings all of it back.</p>
      {updateCompany.error && <Alert tone="danger">{errorMessage(updateCompany.error)}</Alert>}
    </ConfirmDialog>
  )
}
