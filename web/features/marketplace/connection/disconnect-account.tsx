import Unplug from 'lucide-react/icons/unplug'
import { useState } from 'react'
import { type AmazonAccount, marketplaceApi } from '#contract/marketplace.ts'
import { allows } from '#contract/roles.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { useDisconnectAccount } from './api.ts'

export function DisconnectAccount({ account }: { account: AmazonAccount }) {
  const [isAsking, setIsAsking] = useState(false)
  const disconnect = useDisconnectAccount()

  function changeAsking(next: boolean) {
    disconnect.reset()
    setIsAsking(next)
  }

  return (
    <>
      <DisconnectButton name={account.name} onClick={() => changeAsking(true)} />
      <ConfirmDialog
        open={isAsking}
        onOpenChange={changeAsking}
        title={`Disconnect ${account.name}?`}
        confirmLabel="Disconnect"
        isDangerous
        isPending={disconnect.isPending}
        onConfirm={() => disconnect.mutate(account, { onSuccess: () => changeAsking(false) })}
      >
        <p>Its syncs stop and Lockstep forgets its access to Amazon.</p>
        <p>
          Products, SKUs, stock and its history stay. The stock that Amazon counted keeps its last number until another
          count comes. Connecting the same seller again goes on from there.
        </p>
        {disconnect.error && <Alert tone="danger">{errorMessage(disconnect.error)}</Alert>}
      </ConfirmDialog>
    </>
  )
}

function DisconnectButton({ name, onClick }: { name: string; onClick: () => void }) {
  const { access } = marketplaceApi.disconnect
  const { role } = useCurrentUser()
  const button = (
    <PermittedButton
      access={access}
      task="disconnect Amazon accounts"
      variant="quiet"
      size="icon"
      aria-label={`Disconnect ${name}`}
      onClick={onClick}
    >
      <Unplug aria-hidden />
    </PermittedButton>
  )
  return allows(access, role) ? <Tooltip content="Disconnect">{button}</Tooltip> : button
}
