import { useState } from 'react'
import { type CompanySettings, settingsApi } from '#contract/settings.ts'
import { FormDialog } from '#web/shared/form-dialog.tsx'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { EmailForm } from './email-form.tsx'

export function ConfigureEmail({ settings }: { settings: CompanySettings }) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <PermittedButton access={settingsApi.saveMail.access} deed="configure email" onClick={() => setIsOpen(true)}>
        Configure
      </PermittedButton>
      {isOpen && (
        <FormDialog title="Configure email" description="From whom your customers’ mails come." onClose={close}>
          {(dialog) => <EmailForm settings={settings} dialog={dialog} onSaved={close} />}
        </FormDialog>
      )}
    </>
  )
}
