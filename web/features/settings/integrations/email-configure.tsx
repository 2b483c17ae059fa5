import { Suspense, useState } from 'react'
import { type CompanySettings, settingsApi } from '#contract/settings.ts'
import { lazyPart } from '#web/shared/later-part.tsx'
import { PermittedButton } from '#web/shared/permitted-button.tsx'

const EmailDialog = lazyPart(async () => (await import('./email-dialog.tsx')).EmailDialog)

export function ConfigureEmail({ settings }: { settings: CompanySettings }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <PermittedButton
        access={settingsApi.saveMail.access}
        task="configure email"
        onFocus={EmailDialog.preload}
        onPointerEnter={EmailDialog.preload}
        onClick={() => setIsOpen(true)}
      >
        Configure
      </PermittedButton>
      <Suspense>{isOpen && <EmailDialog settings={settings} onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  )
}
