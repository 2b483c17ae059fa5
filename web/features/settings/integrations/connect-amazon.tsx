import { Suspense, useState } from 'react'
import { type AmazonIntegration, marketplaceApi } from '#contract/marketplace.ts'
import { lazyPart } from '#web/shared/later-part.tsx'
import { PermittedButton } from '#web/shared/permitted-button.tsx'

const ConnectAmazonDialog = lazyPart(async () => (await import('./connect-dialog.tsx')).ConnectAmazonDialog)

/** Null where nothing is connected yet. */
export function ConnectAmazon({ integration }: { integration: AmazonIntegration | null }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <PermittedButton
        access={marketplaceApi.saveIntegration.access}
        task="connect Amazon accounts"
        variant={integration ? 'secondary' : 'primary'}
        onFocus={ConnectAmazonDialog.preload}
        onPointerEnter={ConnectAmazonDialog.preload}
        onClick={() => setIsOpen(true)}
      >
        {integration ? 'Reconfigure' : 'Connect Amazon Account'}
      </PermittedButton>
      <Suspense>
        {isOpen && <ConnectAmazonDialog integration={integration} onClose={() => setIsOpen(false)} />}
      </Suspense>
    </>
  )
}
