import { useQuery } from '@tanstack/react-query'
import Hourglass from 'lucide-react/icons/hourglass'
import { t } from '#contract/i18n.ts'
import type { SyncKind } from '#contract/marketplace-values.ts'
import { marketplaceApi, type SyncRun } from '#contract/marketplace.ts'
import { call } from '#web/lib/api.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody } from '#web/ui/card.tsx'
import { Progress } from '#web/ui/progress.tsx'

type RunningSyncsProps = {
  kinds: readonly SyncKind[]
  /** Opens the changes of a two-way sync. */
  onView?: (runId: string) => void
}

export function RunningSyncs({ kinds, onView }: RunningSyncsProps) {
  const { data: runs } = useRunningSyncs(kinds)
  if (!runs?.length) return null
  return (
    <Card aria-label={t('Running syncs')}>
      <CardBody className="grid gap-4 py-3 md:py-4">
        {runs.map((run) => (
          <RunningSync key={run.id} run={run} onView={run.kind === 'two_way' ? onView : undefined} />
        ))}
      </CardBody>
    </Card>
  )
}

type RunningSyncProps = { run: SyncRun; onView: RunningSyncsProps['onView'] }

function RunningSync({ run, onView }: RunningSyncProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="min-w-60 flex-1">
        <SyncProgress run={run} />
      </div>
      {onView && (
        <Button
          size="small"
          aria-label={t('View changes for {account}', { account: run.accountName })}
          onClick={() => onView(run.id)}
        >
          {t('View changes')}
        </Button>
      )}
    </div>
  )
}

export function SyncProgress({ run }: { run: SyncRun }) {
  const share = shareOf(run)
  return (
    <div className="grid gap-2">
      <Progress
        label={labelOf(run)}
        detail={figuresOf(run)}
        share={share ?? 0}
        isUncertain={share === null || share === 1}
      />
      {run.error && (
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
          <Badge tone="warning" icon={<Hourglass aria-hidden />}>
            {t('Waiting for Amazon')}
          </Badge>
          <span className="text-muted wrap-anywhere">{run.error}</span>
        </p>
      )}
    </div>
  )
}

function labelOf({ kind, mode, accountName: account }: SyncRun): string {
  if (mode === 'dry_run') return t('Comparing {account} with Amazon', { account })
  if (kind === 'two_way') return t('Two-way sync for {account}', { account })
  return mode === 'full'
    ? t('Syncing all stock for {account}', { account })
    : t('Syncing stock changes for {account}', { account })
}

/** Progress from 0 to 1; null when the total is unknown: before the first full read, and for delta syncs. */
function shareOf({ mode, rowsRead, rowsExpected }: SyncRun): number | null {
  return mode !== 'delta' && rowsExpected ? Math.min(rowsRead / rowsExpected, 1) : null
}

function figuresOf(run: SyncRun): string {
  const { kind, rowsRead, rowsExpected } = run
  const isMeasured = shareOf(run) !== null && rowsExpected !== null && rowsRead <= rowsExpected
  if (!isMeasured) {
    return kind === 'two_way'
      ? t('{rowsRead, plural, one {# listing} other {# listings}} read', { rowsRead })
      : t('{rowsRead, plural, one {# SKU} other {# SKUs}} read', { rowsRead })
  }
  return kind === 'two_way'
    ? t('{rowsRead} of about {rowsExpected, plural, one {# listing} other {# listings}}', { rowsRead, rowsExpected })
    : t('{rowsRead} of about {rowsExpected, plural, one {# SKU} other {# SKUs}}', { rowsRead, rowsExpected })
}

/** More than the accounts of any company, so that all running syncs are in the first page. */
const recentSyncCount = 20

const progressInterval = 2000

/** Running syncs. Progress publishes no events, so it is polled while a sync runs. */
export function useRunningSyncs(kinds: readonly SyncKind[]) {
  return useRecentSyncs((runs) => runs.filter(({ kind, status }) => status === 'running' && kinds.includes(kind)))
}

/** The last finished two-way sync; null when there is none among the recent syncs. */
export function useLastTwoWaySync() {
  return useRecentSyncs(
    (runs) =>
      runs.find(({ kind, mode, status }) => kind === 'two_way' && mode !== 'dry_run' && status !== 'running') ?? null,
  )
}

function useRecentSyncs<Picked>(select: (runs: SyncRun[]) => Picked) {
  return useQuery({
    queryKey: ['marketplace', 'recent'],
    queryFn: ({ signal }) => call(marketplaceApi.syncRuns, { limit: recentSyncCount }, { signal }),
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? progressInterval : false),
    select,
  })
}

const isRunning = ({ status }: SyncRun) => status === 'running'
