import type { CompanySettings } from '#contract/settings.ts'
import { FormDialog } from '#web/shared/form-dialog.tsx'
import { EmailForm } from './email-form.tsx'

type EmailDialogProps = { settings: CompanySettings; onClose: () => void }

export function EmailDialog({ settings, onClose }: EmailDialogProps) {
  return (
    <FormDialog title="Configure email" description="From whom your customers’ mails come." onClose={onClose}>
      {(dialog) => <EmailForm settings={settings} dialog={dialog} onSaved={onClose} />}
    </FormDialog>
  )
}
