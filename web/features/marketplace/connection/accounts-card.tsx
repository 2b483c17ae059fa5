import Store from 'lucide-react/icons/store'
import Unplug from 'lucide-react/icons/unplug'
import { useId, useState } from 'react'
import { marketplaceName } from '#contract/amazon-marketplaces.ts'
import { regionLabels } from '#contract/marketplace-values.ts'
import { type AmazonAccount, marketplaceApi } from '#contract/marketplace.ts'
import { allows } from '#contract/roles.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { AuthorizationAlert } from '#web/shared/amazon/authorize-account.tsx'
import { ActiveBadge } from '#web/shared/badges.tsx'
import { CopyableCode } from '#web/shared/copyable-code.tsx'
import { Fact } from '#web/shared/drawer-section.tsx'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { QueryContent } from '#web/shared/query-content.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { useAccounts, useDisconnectAccount } from '../accounts-api.ts'

export function AccountsCard() {
  const query = useAccounts()
  return (
    <Card aria-labelledby="accounts-heading">
      <CardHeader id="accounts-heading" title="Connected accounts" />
      <QueryContent what="The accounts" query={query} isInCard>
        {(accounts) =>
          accounts.length === 0 ? (
            <EmptyState icon={<Store />}>
              No Amazon account is connected yet. New Connection leads you to Amazon and back.
            </EmptyState>
          ) : (
            <ul aria-label="Connected accounts" className="divide-y">
              {accounts.map((account) => (
                <AccountItem key={account.id} account={account} />
              ))}
            </ul>
          )
        }
      </QueryContent>
    </Card>
  )
}

function AccountItem({ account }: { account: AmazonAccount }) {
  const headingId = useId()
  return (
    <li aria-labelledby={headingId} className="grid gap-4 p-4 md:p-5">
      <div className="flex items-start justify-between gap-4">
        <h3 id={headingId} className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1 pt-1.5 font-semibold">
          <span className="wrap-anywhere">{account.name}</span> <ActiveBadge isActive={account.isActive} />
        </h3>
        <DisconnectAccount account={account} />
      </div>
      <AuthorizationAlert account={account} />
      <Facts account={account} />
    </li>
  )
}

function Facts({ account }: { account: AmazonAccount }) {
  const { region, sellerId, marketplaceIds, authorizedAt, lastSyncedAt } = account
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-5">
      <Fact label="Region">{regionLabels[region]}</Fact>
      <Fact label="Seller ID">
        <CopyableCode label="seller ID" code={sellerId} />
      </Fact>
      <Fact label="Marketplaces">{marketplaceIds.map(marketplaceName).join(', ') || '—'}</Fact>
      <Fact label="Authorized">{authorizedAt ? <RelativeTime moment={authorizedAt} /> : 'Not yet'}</Fact>
      <Fact label="Last synced">{lastSyncedAt ? <RelativeTime moment={lastSyncedAt} /> : 'Never'}</Fact>
    </dl>
  )
}

function DisconnectAccount({ account }: { account: AmazonAccount }) {
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
