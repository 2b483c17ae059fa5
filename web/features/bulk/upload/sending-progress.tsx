import type { UploadPhase, UploadProgress } from '#contract/bulk.ts'
import { formatCount, formatNumber } from '#web/lib/figures.ts'
import { Button } from '#web/ui/button.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { useUploadProgress } from './api.ts'

type UploadProgressBarProps = {
  id: string
  /** The share of the file that has been sent. */
  sent: number
  phases: readonly UploadPhase[]
  note: string
  onCancel: (() => void) | null
}

/** One bar from the first byte to the last row: sending, then each phase, takes an equal share of it. */
export function UploadProgressBar({ id, sent, phases, note, onCancel }: UploadProgressBarProps) {
  const isSent = sent >= 1
  const progress = useUploadProgress(id, { isSent })
  const { label, detail, part } = isSent ? phaseProgress(progress) : sendingProgress(sent)
  const behind = isSent ? 1 + phases.indexOf(progress.phase) : 0

  return (
    <div className="grid gap-2">
      <Progress
        label={label}
        detail={detail}
        share={(behind + part) / (1 + phases.length)}
        isUncertain={detail === undefined}
      />
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-2 md:min-h-8">
        <p className="text-sm text-muted">{note}</p>
        {onCancel && (
          <Button size="small" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </div>
  )
}

const phaseLabels: Record<UploadPhase, string> = {
  reading: 'Reading the file',
  checking: 'Checking rows',
  writing: 'Writing rows',
}

function sendingProgress(sent: number) {
  return { label: 'Sending the file', detail: `${Math.round(sent * 100)} %`, part: sent }
}

function phaseProgress({ phase, done, total }: UploadProgress) {
  return {
    label: phaseLabels[phase],
    detail: total === null ? undefined : `${formatNumber(done)} of ${formatCount(total, 'row')}`,
    part: total ? Math.min(done / total, 1) : 0,
  }
}
