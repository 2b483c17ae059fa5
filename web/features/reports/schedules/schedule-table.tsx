import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import History from 'lucide-react/icons/history'
import Pause from 'lucide-react/icons/pause'
import Pencil from 'lucide-react/icons/pencil'
import Play from 'lucide-react/icons/play'
import Send from 'lucide-react/icons/send'
import Trash from 'lucide-react/icons/trash-2'
import { useRef } from 'react'
import { t } from '#contract/i18n.ts'
import { type ReportSchedule, reportSchedulesApi } from '#contract/report-schedules.ts'
import { reportTypeLabels } from '#contract/report-values.ts'
import { type Access, allows } from '#contract/roles.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { ActionMenuItem } from '#web/shared/action-menu-item.tsx'
import { EmailAddress } from '#web/shared/people.tsx'
import { ComingTime } from '#web/shared/relative-time.tsx'
import { rich } from '#web/shared/rich.tsx'
import { useUrlDetail } from '#web/shared/url-state.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { DropdownMenu, DropdownMenuItem } from '#web/ui/dropdown-menu.tsx'
import { useFocusAfterRemoval } from '#web/ui/focus.ts'
import { Table, type TableColumn } from '#web/ui/table.tsx'
import { useRunSchedule, useSwitchSchedule } from './api.ts'
import { RunOutcome } from './schedule-history.tsx'
import { describeTiming, formatLabels, readOnlyReason } from './schedule-labels.ts'

type ScheduleTableProps = { schedules: readonly ReportSchedule[]; onOpenDialog: (ask: ScheduleDialog) => void }

export function ScheduleTable({ schedules, onOpenDialog }: ScheduleTableProps) {
  const list = useFocusAfterRemoval<HTMLDivElement>(schedules.length)
  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      <Table
        caption={t('Scheduled reports')}
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
    header: t('Report'),
    cell: ({ name, reportType, format }) => (
      <span>
        {name}
        <span className="block text-xs font-normal text-muted">
          {reportTypeLabels[reportType]}, {formatLabels[format]}
        </span>
      </span>
    ),
  },
  { header: t('When'), cell: describeTiming },
  { header: t('Recipients'), cell: (schedule) => <Recipients schedule={schedule} /> },
  {
    header: t('Status'),
    cell: ({ isActive }) =>
      isActive ? <Badge tone="success">{t('Active')}</Badge> : <Badge tone="neutral">{t('Paused')}</Badge>,
  },
  {
    header: t('Next run'),
    cell: ({ nextRunAt }) => (nextRunAt ? <ComingTime moment={nextRunAt} /> : <span className="text-muted">—</span>),
  },
  {
    header: t('Last run'),
    cell: ({ lastRun }) => (lastRun ? <RunOutcome run={lastRun} /> : <span className="text-muted">{t('Never')}</span>),
  },
  {
    header: t('Actions'),
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
      {t('to {audience}', { audience })}
      <span className="block text-xs text-muted">
        {recipients.map((address) => (
          <span key={address} className="block">
            <EmailAddress email={address} />
          </span>
        ))}
        {recipients.length === 0 &&
          (fallback
            ? rich(t('{address} (company address)'), { address: <EmailAddress email={fallback} /> })
            : t('No recipients yet'))}
      </span>
    </span>
  )
}

export type ScheduleDialog = { form: 'edit' | 'delete'; schedule: ReportSchedule }

type ScheduleMenuProps = { schedule: ReportSchedule; access: Access; onOpenDialog: (ask: ScheduleDialog) => void }

function ScheduleMenu({ schedule, access, onOpenDialog }: ScheduleMenuProps) {
  const trigger = useRef<HTMLButtonElement>(null)
  const { role } = useCurrentUser()
  const { open } = useUrlDetail('schedule')
  const switching = useSwitchSchedule(schedule)
  const running = useRunSchedule(schedule)
  const forbidden = allows(access, role) ? null : readOnlyReason
  const isPending = switching.isPending || running.isPending

  /**
   * Focuses the trigger first: dialog and drawer return the focus to the element that had it, and the menu item is gone
   * by then.
   */
  function afterFocus(act: () => void) {
    trigger.current?.focus()
    act()
  }

  return (
    <DropdownMenu
      align="end"
      trigger={
        <Button
          ref={trigger}
          variant="quiet"
          size="icon"
          isPending={isPending}
          aria-label={t('Actions for {name}', { name: schedule.name })}
        >
          <EllipsisVertical aria-hidden />
        </Button>
      }
    >
      <ActionMenuItem
        icon={<Pencil aria-hidden />}
        obstacle={forbidden}
        onSelect={() => afterFocus(() => onOpenDialog({ form: 'edit', schedule }))}
      >
        {t('Edit')}
      </ActionMenuItem>
      <ActionMenuItem
        icon={schedule.isActive ? <Pause aria-hidden /> : <Play aria-hidden />}
        obstacle={forbidden}
        onSelect={() => switching.mutate()}
      >
        {schedule.isActive ? t('Pause') : t('Resume')}
      </ActionMenuItem>
      <ActionMenuItem
        icon={<Send aria-hidden />}
        obstacle={forbidden ?? (schedule.lastRun?.status === 'pending' ? t('It is already being sent.') : null)}
        onSelect={() => running.mutate()}
      >
        {t('Run now')}
      </ActionMenuItem>
      <DropdownMenuItem onSelect={() => afterFocus(() => open(schedule.id))}>
        <History aria-hidden />
        {t('History')}
      </DropdownMenuItem>
      <ActionMenuItem
        icon={<Trash aria-hidden />}
        obstacle={forbidden}
        onSelect={() => afterFocus(() => onOpenDialog({ form: 'delete', schedule }))}
      >
        {t('Delete')}
      </ActionMenuItem>
    </DropdownMenu>
  )
}
