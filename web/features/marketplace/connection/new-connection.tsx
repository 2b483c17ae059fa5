import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { marketplaceApi } from '#contract/marketplace.ts'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import type { Consent } from './awaited-consent.tsx'
import { NewConnectionForm } from './new-connection-form.tsx'

export function NewConnection({ onConsentAsked }: { onConsentAsked: (consent: Consent) => void }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <PermittedButton
        access={marketplaceApi.initiate.access}
        deed="connect Amazon accounts"
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
          onConsentAsked={(consent) => {
            setIsOpen(false)
            onConsentAsked(consent)
          }}
        />
      </Dialog>
    </>
  )
}
