import Send from 'lucide-react/icons/send'
import { t } from '#contract/i18n.ts'
import type { ReportRun } from '#contract/report-schedules.ts'
import type { ReportRunStatus } from '#contract/report-values.ts'
import { PagedList } from '#web/shared/paged-list.tsx'
import { EmailAddress } from '#web/shared/people.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { rich } from '#web/shared/rich.tsx'
import { Badge, type Tone } from '#web/ui/badge.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { formatDays } from '../report-days.ts'
import { useRuns } from './api.ts'

type HistoryDrawerProps = { scheduleId: string; name: string | undefined; onClose: () => void }

/** Past mails of a schedule with their recipients. */
export function HistoryDrawer({ scheduleId, name, onClose }: HistoryDrawerProps) {
  const runs = useRuns(scheduleId)
  const title = name ? t('History for {name}', { name }) : t('History')
  return (
    <Drawer open onOpenChange={onClose} side="right" size="detail" title={title}>
      <div className="px-4 pb-8">
        <div className="overflow-hidden rounded-lg border">
          <PagedList
            what={t('The history')}
            query={runs}
            empty={
              <EmptyState icon={<Send />}>
                {t('Not sent yet. Each email appears here with its recipients; “Run now” sends one immediately.')}
              </EmptyState>
            }
          >
            {(rows) => (
              <ol aria-label={title} className="divide-y">
                {rows.map((run) => (
                  <RunItem key={run.id} run={run} />
                ))}
              </ol>
            )}
          </PagedList>
        </div>
      </div>
    </Drawer>
  )
}

function RunItem({ run }: { run: ReportRun }) {
  return (
    <li className="grid gap-1 px-4 py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <p className="font-medium">{formatDays(run.range)}</p>
        <RunOutcome run={run} />
      </div>
      <p className="text-sm text-muted">{originText(run)}</p>
      <ul aria-label={t('Recipients')} className="text-sm text-muted empty:hidden">
        {run.recipients.map((address) => (
          <li key={address}>
            <EmailAddress email={address} />
          </li>
        ))}
      </ul>
    </li>
  )
}

function originText({ requestedBy, recipients }: ReportRun): string {
  if (requestedBy === null) return recipients.length > 0 ? t('Scheduled run, to:') : t('Scheduled run')
  return recipients.length > 0
    ? t('Requested by {requestedBy}, to:', { requestedBy })
    : t('Requested by {requestedBy}', { requestedBy })
}

const statusBadges: Record<ReportRunStatus, { tone: Tone; label: string }> = {
  pending: { tone: 'info', label: t('Sending') },
  sent: { tone: 'success', label: t('Sent') },
  failed: { tone: 'danger', label: t('Failed') },
  unsure: { tone: 'warning', label: t('May have been sent') },
}

/** Status of one mail, its time, and the error if it failed. */
export function RunOutcome({ run: { status, sentAt, dueAt, recipients, error } }: { run: ReportRun }) {
  const { tone, label } = statusBadges[status]
  const when = <RelativeTime moment={sentAt ?? dueAt} />
  return (
    <span className="grid min-w-0 justify-items-start gap-1 as-cards:justify-items-end">
      <Badge tone={tone}>{label}</Badge>
      <span className="text-xs text-muted">
        {status === 'sent'
          ? rich(t('to {count, plural, one {# person} other {# people}} {when}', { count: recipients.length }), {
              when,
            })
          : when}
      </span>
      {error && <span className="text-xs wrap-anywhere">{error}</span>}
    </span>
  )
}
