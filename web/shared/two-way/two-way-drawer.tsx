import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SyncRun } from '#contract/marketplace.ts'
import type { TwoWayRun } from '#contract/two-way.ts'
import { LoadError } from '../failed-to-load.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { AccountChoice } from './account-choice.tsx'
import { twoWayRunQuery } from './api.ts'
import type { ChangeFilter } from './change-filter.ts'
import { ForceTwoWaySync } from './force-two-way-sync.tsx'
import { RunChanges } from './run-changes.tsx'
import { RunState } from './run-state.tsx'

type TwoWayDrawerProps = {
  /** As `addressOf` makes it. */
  address: string
  /** As the URL says it, which may be anything. */
  only: string | null
  onOnlyChange: (only: ChangeFilter | 'all') => void
  /** A sync was started from a preview. */
  onStarted: (address: string) => void
  onClose: () => void
}

/** One run for each account; most companies have one. */
export const addressOf = (runs: readonly SyncRun[]): string => runs.map(({ id }) => id).join(',')

/** A two-way sync or a preview of one: how far it is, and what it changes. */
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
      title={run?.mode === 'dry_run' ? 'Preview Changes' : 'Two-Way Sync'}
      footer={
        run &&
        isWorthDoing(run) && <ForceTwoWaySync variant="primary" onStarted={(runs) => onStarted(addressOf(runs))} />
      }
    >
      {runIds.length > 1 && <AccountChoice runIds={runIds} chosen={chosen} onChoose={choose} />}
      {error && (
        <div className="px-4 pb-4">
          <LoadError what="The sync" error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
        </div>
      )}
      {!run && !error && <Spinner />}
      {run && <RunState run={run} />}
      {run && hasChanges(run) && <RunChanges run={run} only={only} onOnlyChange={onOnlyChange} />}
    </Drawer>
  )
}

/** A preview says nothing before it is complete; a sync says what it has done so far. */
const hasChanges = ({ mode, status }: TwoWayRun) => mode !== 'dry_run' || status === 'completed'

const isWorthDoing = ({ mode, status, toAmazon, toLockstep }: TwoWayRun) =>
  mode === 'dry_run' && status === 'completed' && toAmazon + toLockstep > 0
