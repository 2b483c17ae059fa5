import CalendarClock from 'lucide-react/icons/calendar-clock'
import Plus from 'lucide-react/icons/plus'
import { Suspense, useState } from 'react'
import { t } from '#contract/i18n.ts'
import { type ReportSchedule, reportSchedulesApi } from '#contract/report-schedules.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { LazyConfirmDialog } from '#web/shared/lazy-confirm-dialog.tsx'
import { lazyPart } from '#web/shared/lazy-part.tsx'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { QueryContent } from '#web/shared/query-content.tsx'
import { ServerErrorAlert } from '#web/shared/server-error-alert.tsx'
import { useUrlDetail } from '#web/shared/url-state.ts'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { timeZoneLabel } from '../report-days.ts'
import { useDeleteSchedule, useSchedules } from './api.ts'
import { HistoryDrawer } from './schedule-history.tsx'
import { describeTimingInline } from './schedule-labels.ts'
import { type ScheduleDialog, ScheduleTable } from './schedule-table.tsx'

/**
 * Dialogs are rendered beside the table and not in a row, because a live update may remove the row while someone
 * types.
 */
export function ScheduledReports() {
  const query = useSchedules()
  const { timeZone } = useCurrentUser()
  const { data: schedules } = query
  const [dialog, setDialog] = useState<ScheduleDialog | { form: 'create' } | null>(null)
  const history = useUrlDetail('schedule')
  const close = () => setDialog(null)
  const create = (
    <PermittedButton
      access={reportSchedulesApi.create.access}
      task={t('schedule reports')}
      onClick={() => setDialog({ form: 'create' })}
    >
      <Plus aria-hidden />
      {t('New schedule')}
    </PermittedButton>
  )

  return (
    <Card aria-labelledby="scheduled-reports">
      <CardHeader
        id="scheduled-reports"
        title={t('Scheduled Reports')}
        description={t('Emailed on schedule, {zone}', { zone: timeZoneLabel(timeZone) })}
        actions={schedules && schedules.length > 0 && create}
      />
      <QueryContent what={t('The scheduled reports')} query={query} isInCard>
        {(loaded) =>
          loaded.length === 0 ? (
            <EmptyState icon={<CalendarClock />} action={create}>
              {t('No scheduled reports yet. Create one to email a report every day or every week.')}
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
    <LazyConfirmDialog
      open
      onOpenChange={onClose}
      title={t('Delete “{name}”?', { name: schedule.name })}
      confirmLabel={t('Delete')}
      isDangerous
      isPending={deleteSchedule.isPending}
      onConfirm={() => deleteSchedule.mutate(schedule, { onSuccess: onClose })}
    >
      <p>
        {t(
          'It will no longer be emailed {schedule}, and its history will be deleted. Emails already sent aren’t affected. To stop it temporarily, pause it instead.',
          { schedule: describeTimingInline(schedule) },
        )}
      </p>
      <ServerErrorAlert error={deleteSchedule.error} />
    </LazyConfirmDialog>
  )
}

/** Lazy chunk: the forms with their validation load when a dialog opens. */
const CreateDialog = lazyPart(async () => (await import('./schedule-form.tsx')).CreateDialog)

const EditDialog = lazyPart(async () => (await import('./schedule-form.tsx')).EditDialog)
