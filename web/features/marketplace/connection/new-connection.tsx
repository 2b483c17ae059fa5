import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { marketplaceApi } from '#contract/marketplace.ts'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import type { ConsentRequest } from './awaited-consent.tsx'
import { NewConnectionForm } from './new-connection-form.tsx'

export function NewConnection({ onConsentRequested }: { onConsentRequested: (consent: ConsentRequest) => void }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <PermittedButton
        access={marketplaceApi.initiate.access}
        task="connect Amazon accounts"
        variant="primary"
        onClick={() => setIsOpen(true)}
      >
        <Plus aria-hidden />
        New Connection
      </PermittedButton>
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title="New Connection"
        description="Amazon’s own page opens in a new tab and asks for your consent."
      >
        <NewConnectionForm
          onCancel={() => setIsOpen(false)}
          onConsentRequested={(consent) => {
            setIsOpen(false)
            onConsentRequested(consent)
          }}
        />
      </Dialog>
    </>
  )
}
