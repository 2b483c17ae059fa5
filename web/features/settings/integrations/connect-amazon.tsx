import { Suspense, useState } from 'react'
import { type AmazonIntegration, marketplaceApi } from '#contract/marketplace.ts'
import { laterPart } from '#web/shared/later-part.tsx'
import { PermittedButton } from '#web/shared/permitted-button.tsx'

const ConnectDialog = laterPart(async () => (await import('./connect-dialog.tsx')).ConnectDialog)

/** Null where nothing is connected yet. */
export function ConnectAmazon({ integration }: { integration: AmazonIntegration | null }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <PermittedButton
        access={marketplaceApi.saveIntegration.access}
        deed="connect Amazon accounts"
        variant={integration ? 'secondary' : 'primary'}
        onFocus={ConnectDialog.preload}
        onPointerEnter={ConnectDialog.preload}
        onClick={() => setIsOpen(true)}
      >
        {integration ? 'Reconfigure' : 'Connect Amazon Account'}
      </PermittedButton>
      <Suspense>{isOpen && <ConnectDialog integration={integration} onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  )
}
