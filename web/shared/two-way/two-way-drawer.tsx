import { useQueries, useQuery } from '@tanstack/react-query'
import { cx } from 'class-variance-authority'
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import CheckCheck from 'lucide-react/icons/check-check'
import { type ComponentProps, useState } from 'react'
import { t } from '#contract/i18n.ts'
import type { SyncRun } from '#contract/marketplace.ts'
import { twoWayApi, type TwoWayRun } from '#contract/two-way.ts'
import { formatNumber } from '#web/lib/format-number.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Spinner } from '#web/ui/loading.tsx'
import { Select } from '#web/ui/select.tsx'
import { ConnectedButton } from '../amazon/amazon-connection.tsx'
import { SyncProgress } from '../amazon/sync-progress.tsx'
import { SyncStatusBadge } from '../job-badges.tsx'
import { LoadError } from '../query-content.tsx'
import { RelativeTime } from '../relative-time.tsx'
import { twoWayRunQuery, useListingChanges, useTwoWaySync } from './api.ts'
import { type ChangeFilter, changeFilters } from './change-labels.ts'
import { ChangeList } from './change-list.tsx'

type TwoWayDrawerProps = {
  /** Made by `addressOf`. */
  address: string
  /** From the URL, so any string. */
  only: string | null
  onOnlyChange: (only: ChangeFilter | 'all') => void
  /** Called when a sync is started from a preview. */
  onStarted: (address: string) => void
  onClose: () => void
}

/** Comma-separated run ids: a company has one run per account. */
export const addressOf = (runs: readonly SyncRun[]): string => runs.map(({ id }) => id).join(',')

/** Progress and changes of a two-way sync or of its preview. */
export function TwoWayDrawer({ address, only, onOnlyChange, onStarted, onClose }: TwoWayDrawerProps) {
  const runIds = address.split(',')
  const [chosen = address, choose] = useState(runIds[0])
  const { data: run, error, isFetching, refetch } = useQuery(twoWayRunQuery(chosen))

  return (
    <Drawer
      open
      onOpenChange={onClose}
      side="right"
      size="detail"
      title={run?.mode === 'dry_run' ? t('Preview Changes') : t('Two-Way Sync')}
      footer={
        run &&
        isWorthDoing(run) && <ForceTwoWaySync variant="primary" onStarted={(runs) => onStarted(addressOf(runs))} />
      }
    >
      {runIds.length > 1 && <AccountChoice runIds={runIds} chosen={chosen} onChoose={choose} />}
      {error && (
        <div className="px-4 pb-4">
          <LoadError what={t('The sync')} error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
        </div>
      )}
      {!run && !error && <Spinner />}
      {run && <RunState run={run} />}
      {run && hasChanges(run) && <RunChanges run={run} only={only} onOnlyChange={onOnlyChange} />}
    </Drawer>
  )
}

/** A preview lists its changes when it is complete; a sync also while it runs. */
const hasChanges = ({ mode, status }: TwoWayRun) => mode !== 'dry_run' || status === 'completed'

const isWorthDoing = ({ mode, status, toAmazon, toLockstep }: TwoWayRun) =>
  mode === 'dry_run' && status === 'completed' && toAmazon + toLockstep > 0

type AccountChoiceProps = { runIds: readonly string[]; chosen: string; onChoose: (runId: string) => void }

/** Selects the account when several runs were started at once. */
function AccountChoice({ runIds, chosen, onChoose }: AccountChoiceProps) {
  const runs = useQueries({ queries: runIds.map(twoWayRunQuery) })
  const options = runIds.map((runId, position) => ({
    value: runId,
    label: runs[position]?.data?.accountName ?? t('Loading...'),
  }))
  return (
    <div className="px-4 pb-3 sm:max-w-80">
      <Select aria-label={t('Account')} options={options} value={chosen} onValueChange={onChoose} />
    </div>
  )
}

/** Status of a sync or preview, with progress or error. */
function RunState({ run }: { run: TwoWayRun }) {
  const { accountName, mode, status, requestedBy, startedAt, finishedAt, error } = run
  return (
    <div className="grid gap-3 px-4 pb-4">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted">
        <SyncStatusBadge status={status} />
        <span className="wrap-anywhere">
          {accountName}, {requestedBy}, <RelativeTime moment={finishedAt ?? startedAt} />
        </span>
      </p>
      {status === 'running' && <SyncProgress run={run} />}
      {status === 'failed' && (
        <Alert tone="danger" title={mode === 'dry_run' ? t('The preview failed') : t('The sync stopped')}>
          {error ?? t('The reason is unknown.')}
        </Alert>
      )}
      {mode === 'dry_run' && status !== 'failed' && (
        <p className="text-muted">
          {status === 'running'
            ? t('The changes will be listed here. You can close this and come back later.')
            : t('Nothing has been changed in Lockstep or at Amazon.')}
        </p>
      )}
    </div>
  )
}

type RunChangesProps = {
  run: TwoWayRun
  /** From the URL, so any string. */
  only: string | null
  onOnlyChange: (only: ChangeFilter | 'all') => void
}

function RunChanges({ run, only, onOnlyChange }: RunChangesProps) {
  const chosen = changeFilters.find(({ filter }) => filter === only)?.filter
  const changes = useListingChanges({ runId: run.id, only: chosen, status: run.status })
  return (
    <>
      <ChangeCounts run={run} only={chosen} onOnlyChange={onOnlyChange} />
      <ChangeList changes={changes} hasOutcome={run.mode !== 'dry_run'} empty={<NoChanges run={run} only={chosen} />} />
    </>
  )
}

function NoChanges({ run, only }: { run: TwoWayRun; only: ChangeFilter | undefined }) {
  if (only) return <EmptyState>{t('No changes of this kind.')}</EmptyState>
  if (run.status === 'running') return <EmptyState>{t('No changes so far.')}</EmptyState>
  if (run.status === 'failed') return <EmptyState>{t('Nothing was changed.')}</EmptyState>
  return <EmptyState icon={<CheckCheck />}>{t('Everything is in sync: Lockstep and Amazon match.')}</EmptyState>
}

const tones = { warning: 'text-warning', danger: 'text-danger' } as const

type ChangeCountsProps = {
  run: TwoWayRun
  only: ChangeFilter | undefined
  onOnlyChange: (only: ChangeFilter | 'all') => void
}

/** Counts by kind of change. Each is a toggle that filters the list. */
function ChangeCounts({ run, only, onOnlyChange }: ChangeCountsProps) {
  const shown = changeFilters.filter(({ filter }) => filter !== 'rejected' || run.mode !== 'dry_run')
  return (
    <fieldset
      className={cx('grid gap-px border-y bg-line', shown.length === 3 ? 'grid-cols-3' : 'grid-cols-2 sm:grid-cols-4')}
    >
      <legend className="sr-only">{t('Show only')}</legend>
      {shown.map(({ filter, label, tone, countOf }) => (
        <button
          key={filter}
          type="button"
          aria-pressed={filter === only}
          onClick={() => onOnlyChange(filter === only ? 'all' : filter)}
          className="grid border-b-2 border-transparent bg-raised px-4 pt-2.5 pb-2 text-left -outline-offset-2 transition-colors hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-soft"
        >
          <span className="text-sm text-muted">{label}</span>{' '}
          <span className={cx('text-2xl font-semibold', tone && countOf(run) > 0 && tones[tone])}>
            {formatNumber(countOf(run))}
          </span>
        </button>
      ))}
    </fieldset>
  )
}

type ForceTwoWaySyncProps = { onStarted?: (runs: SyncRun[]) => void } & Pick<
  ComponentProps<typeof ConnectedButton>,
  'variant'
>

export function ForceTwoWaySync({ onStarted, variant }: ForceTwoWaySyncProps) {
  const sync = useTwoWaySync()
  return (
    <ConnectedButton
      variant={variant}
      access={twoWayApi.sync.access}
      task={t('start a sync')}
      isPending={sync.isPending}
      onClick={() => sync.mutate(undefined, onStarted && { onSuccess: onStarted })}
    >
      <ArrowLeftRight aria-hidden />
      {t('Force Two-Way Sync Now')}
    </ConnectedButton>
  )
}
