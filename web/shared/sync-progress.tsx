import Hourglass from 'lucide-react/icons/hourglass'
import type { SyncRun } from '#contract/marketplace.ts'
import { formatCount, formatNumber } from '#web/lib/figures.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Progress } from '#web/ui/progress.tsx'

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
            Waiting for Amazon
          </Badge>
          <span className="text-muted wrap-anywhere">{run.error}</span>
        </p>
      )}
    </div>
  )
}

function labelOf({ kind, mode, accountName }: SyncRun): string {
  if (mode === 'dry_run') return `Comparing ${accountName} with Amazon`
  if (kind === 'two_way') return `Two-way sync of ${accountName}`
  return mode === 'full' ? `Syncing all stock of ${accountName}` : `Syncing what changed in ${accountName}`
}

/** How much is done; null where nobody can know: before the first full read, and for changes, which Amazon doesn't count. */
function shareOf({ mode, rowsRead, rowsExpected }: SyncRun): number | null {
  return mode !== 'delta' && rowsExpected ? Math.min(rowsRead / rowsExpected, 1) : null
}

function figuresOf(run: SyncRun): string {
  const { kind, rowsRead, rowsExpected } = run
  const noun = kind === 'two_way' ? 'listing' : 'SKU'
  const isMeasured = shareOf(run) !== null && rowsExpected !== null && rowsRead <= rowsExpected
  return isMeasured
    ? `${formatNumber(rowsRead)} of about ${formatCount(rowsExpected, noun)}`
    : `${formatCount(rowsRead, noun)} read`
}
