import { cx } from 'class-variance-authority'
import type { AmazonStatus } from '#contract/marketplace.ts'
import { ActiveBadge } from '#web/shared/active-badge.tsx'
import { LoadError } from '#web/shared/failed-to-load.tsx'
import { SyncInventory } from '#web/shared/sync-inventory.tsx'
import { useAmazonStatus } from '#web/shared/use-amazon-status.ts'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toneGrounds, toneIcons } from '#web/ui/tone.ts'
import { ConnectionFacts } from './connection-facts.tsx'
import { connectionState } from './connection-state.ts'
import { TestConnection } from './test-connection.tsx'

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
  const { word, tone, isActive, about } = connectionState(status)
  const Icon = toneIcons[tone]
  return (
    <div className="flex items-start gap-3">
      <span className={cx('flex size-10 shrink-0 items-center justify-center rounded-lg', toneGrounds[tone])}>
        <Icon aria-hidden className="size-5" />
      </span>
      <div>
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-lg font-semibold">
          {word} <ActiveBadge isActive={isActive} />
        </p>
        <p className="text-muted">{about}</p>
      </div>
    </div>
  )
}
