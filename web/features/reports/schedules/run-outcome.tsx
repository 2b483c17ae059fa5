import type { ReportRun } from '#contract/report-schedules.ts'
import type { ReportRunStatus } from '#contract/report-values.ts'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { Badge } from '#web/ui/badge.tsx'
import type { Tone } from '#web/ui/tone.ts'

const statusBadges: Record<ReportRunStatus, { tone: Tone; word: string }> = {
  pending: { tone: 'info', word: 'Being sent' },
  sent: { tone: 'success', word: 'Sent' },
  failed: { tone: 'danger', word: 'Failed' },
  unsure: { tone: 'warning', word: 'May have gone out' },
}

/** How a mail went, when, and why not where it did not. */
export function RunOutcome({ run: { status, sentAt, dueAt, recipients, error } }: { run: ReportRun }) {
  const { tone, word } = statusBadges[status]
  return (
    <span className="grid min-w-0 justify-items-start gap-1 as-cards:justify-items-end">
      <Badge tone={tone}>{word}</Badge>
      <span className="text-xs text-muted">
        {status === 'sent' && `to ${recipients.length === 1 ? '1 person' : `${recipients.length} people`} `}
        <RelativeTime moment={sentAt ?? dueAt} />
      </span>
      {error && <span className="text-xs wrap-anywhere">{error}</span>}
    </span>
  )
}
