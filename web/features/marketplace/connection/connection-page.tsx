import { useQueryClient } from '@tanstack/react-query'
import Store from 'lucide-react/icons/store'
import Unplug from 'lucide-react/icons/unplug'
import X from 'lucide-react/icons/x'
import { useEffect, useId, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { marketplaceName } from '#contract/amazon-marketplaces.ts'
import { t } from '#contract/i18n.ts'
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
import { SharedSellerAlert } from '../shared-seller-alert.tsx'
import { NewConnection } from './new-connection.tsx'
import { type ConsentRequest, PendingConsent } from './pending-consent.tsx'

export function ConnectionPage() {
  const [consent, setConsent] = useState<ConsentRequest | null>(null)
  return (
    <div className="grid gap-6">
      <PageHeader
        title={t('Marketplace Connect')}
        subtitle={t('Your Amazon seller accounts in Lockstep')}
        actions={
          <>
            <Link href="/amazon" className={buttonVariants()}>
              {t('Amazon Integration')}
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
    <Button variant="quiet" size="icon" aria-label={t('Dismiss')} className="-my-2" onClick={dismiss}>
      <X aria-hidden />
    </Button>
  )
  return status === 'success' ? (
    <Alert tone="success" action={action}>
      {t('Successfully connected to Amazon! Your inventory will begin syncing shortly.')}
    </Alert>
  ) : (
    <Alert tone="danger" action={action}>
      <p>{t('Failed to connect to Amazon. Please try again or contact support.')}</p>
      {failure && <p>{failureMessages[failure]}</p>}
    </Alert>
  )
}

export const failureMessages: Record<ConnectionFailure, string> = {
  denied: t('Access was denied on Amazon’s page. Nothing was saved.'),
  expired: t('The authorization timed out. Nothing was saved; start again with New Connection.'),
  state: t(
    'This return link was already used, or was started by someone else or in another company. Nothing was changed.',
  ),
  network: t('Amazon couldn’t be reached to finish the connection. Nothing was saved; try again in a few minutes.'),
  refused: t('Amazon didn’t accept the authorization. Nothing was saved; start again.'),
  'other-seller': t(
    'You signed in to Amazon as a different seller. Sign in as this account’s seller, or create a new connection.',
  ),
  'signed-out': t('You were signed out of Lockstep while you were on Amazon. Nothing was saved; start again.'),
}

const steps = [
  t('Click New Connection, name the account and choose its region.'),
  t('In the tab that opens, sign in to Seller Central as the account owner or a user who can authorize apps.'),
  t('Review what Lockstep asks for and authorize it. Your password stays with Amazon.'),
  t('You’ll return here with the account’s marketplaces filled in, and its inventory will start syncing.'),
]

function HowToConnect() {
  return (
    <Card aria-labelledby="how-heading">
      <CardHeader id="how-heading" title={t('How to connect')} />
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
          {t(
            'One connection covers all of the account’s marketplaces in its region. Other regions and other sellers need their own connection.',
          )}
        </p>
      </CardBody>
    </Card>
  )
}

function AccountsCard() {
  const query = useAccounts()
  return (
    <Card aria-labelledby="accounts-heading">
      <CardHeader id="accounts-heading" title={t('Connected accounts')} />
      <QueryContent what={t('The accounts')} query={query} isInCard>
        {(accounts) =>
          accounts.length === 0 ? (
            <EmptyState icon={<Store />}>
              {t('No Amazon account is connected yet. New Connection takes you to Amazon and back.')}
            </EmptyState>
          ) : (
            <ul aria-label={t('Connected accounts')} className="divide-y">
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
      <SharedSellerAlert account={account} />
      <Facts account={account} />
    </li>
  )
}

function Facts({ account }: { account: AmazonAccount }) {
  const { region, sellerId, marketplaceIds, authorizedAt, lastSyncedAt } = account
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-5">
      <Fact label={t('Region')}>{regionLabels[region]}</Fact>
      <Fact label={t('Seller ID')}>
        <CopyableCode label={t('seller ID')} code={sellerId} />
      </Fact>
      <Fact label={t('Marketplaces')}>{marketplaceIds.map(marketplaceName).join(', ') || '—'}</Fact>
      <Fact label={t('Authorized')}>{authorizedAt ? <RelativeTime moment={authorizedAt} /> : t('Not yet')}</Fact>
      <Fact label={t('Last synced')}>{lastSyncedAt ? <RelativeTime moment={lastSyncedAt} /> : t('Never')}</Fact>
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
        title={t('Disconnect {name}?', { name: account.name })}
        confirmLabel={t('Disconnect')}
        isDangerous
        isPending={disconnect.isPending}
        onConfirm={() => disconnect.mutate(account, { onSuccess: () => changeAsking(false) })}
      >
        <p>{t('Syncing will stop, and Lockstep’s Amazon access will be deleted.')}</p>
        <p>
          {t(
            'Products, SKUs and stock history stay. Stock counted by Amazon keeps its last number until the next count. You can connect the same seller again later.',
          )}
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
      task={t('disconnect Amazon accounts')}
      variant="quiet"
      size="icon"
      aria-label={t('Disconnect {name}', { name })}
      onClick={onClick}
    >
      <Unplug aria-hidden />
    </PermittedButton>
  )
  return allows(access, role) ? <Tooltip content={t('Disconnect')}>{button}</Tooltip> : button
}
