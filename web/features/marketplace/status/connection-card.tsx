import { cx } from 'class-variance-authority'
import PlugZap from 'lucide-react/icons/plug-zap'
import { Link } from 'wouter'
import { marketplaceName } from '#contract/amazon-marketplaces.ts'
import { regionLabels } from '#contract/marketplace-values.ts'
import { amazonConnectionPath, type AmazonStatus, marketplaceApi } from '#contract/marketplace.ts'
import { formatCount } from '#web/lib/format-number.ts'
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
        title="Connection Status"
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
            what="The connection’s status"
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
      <Fact label="Account">
        <span className="wrap-anywhere">{name ?? 'Unknown'}</span>
        {accounts > 1 && (
          <Link href={amazonConnectionPath} className="block text-sm text-accent underline-offset-2 hover:underline">
            and {formatCount(accounts - 1, 'more account')}
          </Link>
        )}
      </Fact>
      <Fact label="Seller ID">{sellerId ? <CopyableCode label="seller ID" code={sellerId} /> : 'Unknown'}</Fact>
      <Fact label="Region">
        {region ? regionLabels[region] : 'Unknown'}
        <span className="block text-sm text-muted">{marketplaceName(marketplaceId)}</span>
      </Fact>
      <Fact label="Last synced">{lastSyncedAt ? <RelativeTime moment={lastSyncedAt} /> : 'Never'}</Fact>
    </dl>
  )
}

type ConnectionState = { label: string; tone: Tone; isActive: boolean; about: string }

function connectionState({ isConnected, hasCredentials }: AmazonStatus): ConnectionState {
  if (isConnected) {
    return { label: 'Connected', tone: 'success', isActive: true, about: 'Amazon lets Lockstep read your stock.' }
  }
  return hasCredentials
    ? {
        label: 'Partially Configured',
        tone: 'warning',
        isActive: false,
        about: 'An account is set up, but Amazon doesn’t let Lockstep in yet. Nothing syncs.',
      }
    : { label: 'Not Connected', tone: 'neutral', isActive: false, about: 'No Amazon account is set up. Nothing syncs.' }
}

const testBlockReason = ({ hasCredentials }: AmazonStatus) =>
  hasCredentials ? null : 'There is no Amazon account to test yet.'

function TestConnection() {
  const testConnection = useTestConnection()
  const block = useAmazonBlockReason(testBlockReason)
  const content = (
    <>
      <PlugZap aria-hidden />
      Test Connection
    </>
  )
  if (block) return <BlockedButton reason={block}>{content}</BlockedButton>
  return (
    <PermittedButton
      access={marketplaceApi.test.access}
      task="test the connection"
      isPending={testConnection.isPending}
      onClick={() => testConnection.mutate()}
    >
      {content}
    </PermittedButton>
  )
}
