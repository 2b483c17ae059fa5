import CheckCheck from 'lucide-react/icons/check-check'
import type { TwoWayRun } from '#contract/two-way.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useListingChanges } from './api.ts'
import { ChangeCounts } from './change-figures.tsx'
import { type ChangeFilter, changeFilters } from './change-filter.ts'
import { ChangeList } from './change-list.tsx'

type RunChangesProps = {
  run: TwoWayRun
  /** As the URL says it, which may be anything. */
  only: string | null
  onOnlyChange: (only: ChangeFilter | 'all') => void
}

export function RunChanges({ run, only, onOnlyChange }: RunChangesProps) {
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
  if (only) return <EmptyState>No change is of this sort.</EmptyState>
  if (run.status === 'running') return <EmptyState>Nothing to change so far.</EmptyState>
  if (run.status === 'failed') return <EmptyState>Nothing was changed.</EmptyState>
  return (
    <EmptyState icon={<CheckCheck />}>
      Everything is in step: what stands here and what stands at Amazon is the same.
    </EmptyState>
  )
}
