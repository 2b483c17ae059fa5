import { cx } from 'class-variance-authority'
import PlugZap from 'lucide-react/icons/plug-zap'
import { Link } from 'wouter'
import { marketplaceName } from '#contract/amazon-marketplaces.ts'
import { t } from '#contract/i18n.ts'
import { regionLabels } from '#contract/marketplace-values.ts'
import { amazonConnectionPath, type AmazonStatus, marketplaceApi } from '#contract/marketplace.ts'
import { useAmazonBlockReason, useAmazonStatus } from '#web/shared/amazon/amazon-connection.tsx'
import { SyncInventory } from '#web/shared/amazon/sync-inventory.tsx'
import { ActiveBadge } from '#web/shared/badges.tsx'
import { CopyableCode } from '#web/shared/copyable-code.tsx'
import { Fact } from '#web/shared/drawer-section.tsx'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { LoadError } from '#web/shared/query-content.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { type Tone, toneGrounds, toneIcons } from '#web/ui/badge.tsx'
import { BlockedButton } from '#web/ui/blocked-button.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { useTestConnection } from './api.ts'

export function ConnectionCard() {
  const { data: status, error, isFetching, refetch } = useAmazonStatus()
  return (
    <Card aria-labelledby="connection-heading">
      <CardHeader
        id="connection-heading"
        title={t('Connection Status')}
        actions={
          <>
            <TestConnection />
            <SyncInventory />
          </>
        }
      />
      <CardBody className="grid gap-5">
        {error && (
          <LoadError
            what={t('The connection’s status')}
            error={error}
            isRetrying={isFetching}
            onRetry={() => void refetch()}
          />
        )}
        {!status && !error && <Skeleton className="h-12 w-64" />}
        {status && <ConnectionSummary status={status} />}
        {status?.isConnected && <ConnectionFacts status={status} />}
      </CardBody>
    </Card>
  )
}

function ConnectionSummary({ status }: { status: AmazonStatus }) {
  const { label, tone, isActive, about } = connectionState(status)
  const Icon = toneIcons[tone]
  return (
    <div className="flex items-start gap-3">
      <span className={cx('flex size-10 shrink-0 items-center justify-center rounded-lg', toneGrounds[tone])}>
        <Icon aria-hidden className="size-5" />
      </span>
      <div>
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-lg font-semibold">
          {label} <ActiveBadge isActive={isActive} />
        </p>
        <p className="text-muted">{about}</p>
      </div>
    </div>
  )
}

/** Facts about the first account. All accounts are listed on the connection page. */
function ConnectionFacts({ status }: { status: AmazonStatus }) {
  const { name, sellerId, region, marketplaceId, lastSyncedAt, accounts } = status
  return (
    <dl className="grid gap-x-6 gap-y-4 border-t pt-4 sm:grid-cols-2 lg:grid-cols-4">
      <Fact label={t('Account')}>
        <span className="wrap-anywhere">{name ?? t('Unknown')}</span>
        {accounts > 1 && (
          <Link href={amazonConnectionPath} className="block text-sm text-accent underline-offset-2 hover:underline">
            {t('{count, plural, one {and # more account} other {and # more accounts}}', { count: accounts - 1 })}
          </Link>
        )}
      </Fact>
      <Fact label={t('Seller ID')}>
        {sellerId ? <CopyableCode label={t('seller ID')} code={sellerId} /> : t('Unknown')}
      </Fact>
      <Fact label={t('Region')}>
        {region ? regionLabels[region] : t('Unknown')}
        <span className="block text-sm text-muted">{marketplaceName(marketplaceId)}</span>
      </Fact>
      <Fact label={t('Last synced')}>{lastSyncedAt ? <RelativeTime moment={lastSyncedAt} /> : t('Never')}</Fact>
    </dl>
  )
}

type ConnectionState = { label: string; tone: Tone; isActive: boolean; about: string }

function connectionState({ isConnected, hasCredentials }: AmazonStatus): ConnectionState {
  if (isConnected) {
    return {
      label: t('Connected'),
      tone: 'success',
      isActive: true,
      about: t('Lockstep can read your stock at Amazon.'),
    }
  }
  return hasCredentials
    ? {
        label: t('Partially Configured'),
        tone: 'warning',
        isActive: false,
        about: t('An account is set up, but Amazon hasn’t given Lockstep access yet. Nothing syncs.'),
      }
    : {
        label: t('Not Connected'),
        tone: 'neutral',
        isActive: false,
        about: t('No Amazon account is set up. Nothing syncs.'),
      }
}

const testBlockReason = ({ hasCredentials }: AmazonStatus) =>
  hasCredentials ? null : t('There is no Amazon account to test yet.')

function TestConnection() {
  const testConnection = useTestConnection()
  const block = useAmazonBlockReason(testBlockReason)
  const content = (
    <>
      <PlugZap aria-hidden />
      {t('Test Connection')}
    </>
  )
  if (block) return <BlockedButton reason={block}>{content}</BlockedButton>
  return (
    <PermittedButton
      access={marketplaceApi.test.access}
      task={t('test the connection')}
      isPending={testConnection.isPending}
      onClick={() => testConnection.mutate()}
    >
      {content}
    </PermittedButton>
  )
}
