import { useState } from 'react'
import { type AmazonIntegration, marketplaceApi } from '#contract/marketplace.ts'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { ConnectDialog } from './connect-dialog.tsx'

/** Null where nothing is connected yet. */
export function ConnectAmazon({ integration }: { integration: AmazonIntegration | null }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <PermittedButton
        access={marketplaceApi.saveIntegration.access}
        deed="connect Amazon accounts"
        variant={integration ? 'secondary' : 'primary'}
        onClick={() => setIsOpen(true)}
      >
        {integration ? 'Reconfigure' : 'Connect Amazon Account'}
      </PermittedButton>
      {isOpen && <ConnectDialog integration={integration} onClose={() => setIsOpen(false)} />}
    </>
  )
}
