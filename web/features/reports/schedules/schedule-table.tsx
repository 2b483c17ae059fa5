import { type ReportSchedule, reportSchedulesApi } from '#contract/report-schedules.ts'
import { reportTypeLabels } from '#contract/report-values.ts'
import { ComingTime } from '#web/shared/coming-time.tsx'
import { EmailAddress } from '#web/shared/email-address.tsx'
import { useFocusAfterRemoval } from '#web/shared/use-focus-after-work.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Table, type TableColumn } from '#web/ui/table.tsx'
import { RunOutcome } from './run-outcome.tsx'
import { type ScheduleDialog, ScheduleMenu } from './schedule-menu.tsx'
import { formatLabels, describeTiming } from './schedule-words.ts'

type ScheduleTableProps = { schedules: readonly ReportSchedule[]; onOpenDialog: (ask: ScheduleDialog) => void }

export function ScheduleTable({ schedules, onOpenDialog }: ScheduleTableProps) {
  const list = useFocusAfterRemoval<HTMLDivElement>(schedules.length)
  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      <Table
        caption="Scheduled reports"
        columns={columns(onOpenDialog)}
        rows={schedules}
        rowKey={({ id }) => id}
        isWide
      />
    </div>
  )
}

const columns = (onOpenDialog: (ask: ScheduleDialog) => void): readonly TableColumn<ReportSchedule>[] => [
  {
    header: 'Report',
    cell: ({ name, reportType, format }) => (
      <span>
        {name}
        <span className="block text-xs font-normal text-muted">
          {reportTypeLabels[reportType]}, {formatLabels[format]}
        </span>
      </span>
    ),
  },
  { header: 'When', cell: describeTiming },
  { header: 'Recipients', cell: (schedule) => <Recipients schedule={schedule} /> },
  {
    header: 'Status',
    cell: ({ isActive }) => (isActive ? <Badge tone="success">Active</Badge> : <Badge tone="neutral">Paused</Badge>),
  },
  {
    header: 'Next run',
    cell: ({ nextRunAt }) => (nextRunAt ? <ComingTime moment={nextRunAt} /> : <span className="text-muted">—</span>),
  },
  {
    header: 'Last run',
    cell: ({ lastRun }) => (lastRun ? <RunOutcome run={lastRun} /> : <span className="text-muted">Never</span>),
  },
  {
    header: 'Actions',
    isHeaderHidden: true,
    align: 'end',
    cell: (schedule) => (
      <span className="as-cards:ml-auto">
        <ScheduleMenu schedule={schedule} access={reportSchedulesApi.update.access} onOpenDialog={onOpenDialog} />
      </span>
    ),
  },
]

function Recipients({ schedule: { audience, recipients, fallback } }: { schedule: ReportSchedule }) {
  return (
    <span className="min-w-0">
      to {audience}
      <span className="block text-xs text-muted">
        {recipients.map((address) => (
          <span key={address} className="block">
            <EmailAddress email={address} />
          </span>
        ))}
        {recipients.length === 0 && fallback && (
          <>
            <EmailAddress email={fallback} />, the company’s own address
          </>
        )}
        {recipients.length === 0 && !fallback && 'Nobody yet: add recipients'}
      </span>
    </span>
  )
}
