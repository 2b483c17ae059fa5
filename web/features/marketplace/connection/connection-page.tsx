import { useQueryClient } from '@tanstack/react-query'
import Store from 'lucide-react/icons/store'
import Unplug from 'lucide-react/icons/unplug'
import X from 'lucide-react/icons/x'
import { useEffect, useId, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { marketplaceName } from '#contract/amazon-marketplaces.ts'
import { type ConnectionFailure, connectionFailures, regionLabels } from '#contract/marketplace-values.ts'
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
import { Button, buttonVariants } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { useAccounts, useDisconnectAccount } from '../accounts-api.ts'
import { NewConnection } from './new-connection.tsx'
import { type ConsentRequest, PendingConsent } from './pending-consent.tsx'

export function ConnectionPage() {
  const [consent, setConsent] = useState<ConsentRequest | null>(null)
  return (
    <div className="grid gap-6">
      <PageHeader
        title="Marketplace Connect"
        subtitle="The Amazon seller accounts that Lockstep works with"
        actions={
          <>
            <Link href="/amazon" className={buttonVariants()}>
              Amazon Integration
            </Link>
            <NewConnection onConsentRequested={setConsent} />
          </>
        }
      />
      <ConnectionBanner />
      {consent && <PendingConsent key={consent.url} consent={consent} onDismiss={() => setConsent(null)} />}
      <AccountsCard />
      <HowToConnect />
    </div>
  )
}

/** Result of the OAuth redirect from Amazon, read from the query parameters `status` and `reason`. */
function ConnectionBanner() {
  const [params, setParams] = useSearchParams()
  const queryClient = useQueryClient()
  const status = params.get('status')
  const failure = connectionFailures.find((one) => one === params.get('reason'))

  useEffect(() => {
    if (status === 'success') void queryClient.invalidateQueries({ queryKey: ['marketplace'] })
  }, [status, queryClient])

  function dismiss() {
    const next = new URLSearchParams(window.location.search)
    next.delete('status')
    next.delete('reason')
    setParams(next, { replace: true })
  }

  if (status !== 'success' && status !== 'error') return null
  const action = (
    <Button variant="quiet" size="icon" aria-label="Dismiss" className="-my-2" onClick={dismiss}>
      <X aria-hidden />
    </Button>
  )
  return status === 'success' ? (
    <Alert tone="success" action={action}>
      Successfully connected to Amazon! Your inventory will begin syncing shortly.
    </Alert>
  ) : (
    <Alert tone="danger" action={action}>
      <p>Failed to connect to Amazon. Please try again or contact support.</p>
      {failure && <p>{failureMessages[failure]}</p>}
    </Alert>
  )
}

export const failureMessages: Record<ConnectionFailure, string> = {
  denied: 'Access was denied on Amazon’s page. Nothing was stored.',
  expired:
    'Too much time passed before you came back from Amazon. Nothing was stored; begin with New Connection again.',
  state:
    'This way back from Amazon was used before, or was begun by somebody else or in another company. Nothing was changed.',
  network: 'Amazon couldn’t be reached to finish the connection. Nothing was stored; try again in a few minutes.',
  refused: 'Amazon didn’t accept the authorization. Nothing was stored; begin again.',
  'other-seller':
    'You were signed in at Amazon as another seller than this account’s. Sign in there as the same one, or make a new connection.',
  'signed-out': 'You were signed out of Lockstep while you were at Amazon. Nothing was stored; begin again.',
}

const steps = [
  'Press New Connection, give the account a name and choose the region in which it sells.',
  'Sign in to Seller Central in the tab that opens, as the account’s owner or a user who may authorize apps.',
  'Read what Lockstep asks for and authorize it. Your password stays with Amazon.',
  'You come back here. The account’s marketplaces are filled in and its inventory begins to sync.',
]

function HowToConnect() {
  return (
    <Card aria-labelledby="how-heading">
      <CardHeader id="how-heading" title="How to connect" />
      <CardBody className="grid gap-4">
        <ol className="grid gap-3">
          {steps.map((step, index) => (
            <li key={step} className="flex gap-3">
              <span
                aria-hidden
                className="flex size-6 shrink-0 items-center justify-center rounded-full bg-accent-soft text-sm font-semibold text-accent"
              >
                {index + 1}
              </span>
              <span className="max-w-prose pt-0.5">{step}</span>
            </li>
          ))}
        </ol>
        <p className="max-w-prose text-sm text-muted">
          One connection covers all marketplaces that the account sells in within its region. Accounts of other regions,
          and other sellers, are connections of their own.
        </p>
      </CardBody>
    </Card>
  )
}

function AccountsCard() {
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
