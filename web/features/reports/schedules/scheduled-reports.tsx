import CalendarClock from 'lucide-react/icons/calendar-clock'
import Plus from 'lucide-react/icons/plus'
import { Suspense, useState } from 'react'
import { type ReportSchedule, reportSchedulesApi } from '#contract/report-schedules.ts'
import { lazyPart } from '#web/shared/lazy-part.tsx'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { QueryContent } from '#web/shared/query-content.tsx'
import { ServerErrorAlert } from '#web/shared/server-error-alert.tsx'
import { useUrlDetail } from '#web/shared/url-state.ts'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useDeleteSchedule, useSchedules } from './api.ts'
import { HistoryDrawer } from './schedule-history.tsx'
import { describeTimingInline } from './schedule-labels.ts'
import { type ScheduleDialog, ScheduleTable } from './schedule-table.tsx'

/**
 * Dialogs are rendered beside the table and not in a row, because a live update may remove the row while somebody
 * types.
 */
export function ScheduledReports() {
  const query = useSchedules()
  const { data: schedules } = query
  const [dialog, setDialog] = useState<ScheduleDialog | { form: 'create' } | null>(null)
  const history = useUrlDetail('schedule')
  const close = () => setDialog(null)
  const create = (
    <PermittedButton
      access={reportSchedulesApi.create.access}
      task="schedule reports"
      onClick={() => setDialog({ form: 'create' })}
    >
      <Plus aria-hidden />
      New schedule
    </PermittedButton>
  )

  return (
    <Card aria-labelledby="scheduled-reports">
      <CardHeader
        id="scheduled-reports"
        title="Scheduled Reports"
        description="They go out by mail, by the company’s clock"
        actions={schedules && schedules.length > 0 && create}
      />
      <QueryContent what="The scheduled reports" query={query} isInCard>
        {(loaded) =>
          loaded.length === 0 ? (
            <EmptyState icon={<CalendarClock />} action={create}>
              No scheduled reports. One that you make goes out by itself, each day or week, to whom it concerns.
            </EmptyState>
          ) : (
            <ScheduleTable schedules={loaded} onOpenDialog={setDialog} />
          )
        }
      </QueryContent>
      <Suspense>
        {dialog?.form === 'create' && <CreateDialog fallback={fallbackOf(schedules)} onClose={close} />}
        {dialog?.form === 'edit' && <EditDialog schedule={dialog.schedule} onClose={close} />}
      </Suspense>
      {dialog?.form === 'delete' && <DeleteSchedule schedule={dialog.schedule} onClose={close} />}
      {history.id && (
        <HistoryDrawer
          key={history.id}
          scheduleId={history.id}
          name={schedules?.find(({ id }) => id === history.id)?.name}
          onClose={history.close}
        />
      )}
    </Card>
  )
}

/** All schedules of a company have the same fallback address. */
const fallbackOf = (schedules: readonly ReportSchedule[] | undefined) => schedules?.[0]?.fallback ?? null

type DeleteScheduleProps = { schedule: ReportSchedule; onClose: () => void }

/** Confirmation before a schedule and its history are deleted. */
function DeleteSchedule({ schedule, onClose }: DeleteScheduleProps) {
  const deleteSchedule = useDeleteSchedule()
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete “${schedule.name}”?`}
      confirmLabel="Delete"
      isDangerous
      isPending={deleteSchedule.isPending}
      onConfirm={() => deleteSchedule.mutate(schedule, { onSuccess: onClose })}
    >
      <p>
        It goes out {describeTimingInline(schedule)}, and doesn’t any more. Its history is deleted with it; mails that
        went out stay where they are. To have it rest for a while, pause it.
      </p>
      <ServerErrorAlert error={deleteSchedule.error} />
    </ConfirmDialog>
  )
}

/** Lazy chunk: the forms with their validation load when a dialog opens. */
const CreateDialog = lazyPart(async () => (await import('./schedule-form.tsx')).CreateDialog)

const EditDialog = lazyPart(async () => (await import('./schedule-form.tsx')).EditDialog)
