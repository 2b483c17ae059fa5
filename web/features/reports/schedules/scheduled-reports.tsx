import CalendarClock from 'lucide-react/icons/calendar-clock'
import Plus from 'lucide-react/icons/plus'
import { Suspense, useState } from 'react'
import { type ReportSchedule, reportSchedulesApi } from '#contract/report-schedules.ts'
import { FailedToLoad } from '#web/shared/failed-to-load.tsx'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { useUrlDetail } from '#web/shared/use-url-detail.ts'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useSchedules } from './api.ts'
import { DeleteSchedule } from './delete-schedule.tsx'
import { HistoryDrawer } from './history-drawer.tsx'
import { CreateDialog, EditDialog } from './schedule-dialogs.ts'
import type { ScheduleAsk } from './schedule-menu.tsx'
import { ScheduleTable } from './schedule-table.tsx'

/** Forms stand beside the list and not in its row, which may change or go while somebody types. */
export function ScheduledReports() {
  const { data: schedules, error, isFetching, refetch } = useSchedules()
  const [asked, setAsked] = useState<ScheduleAsk | { form: 'create' } | null>(null)
  const history = useUrlDetail('schedule')
  const close = () => setAsked(null)
  const create = (
    <PermittedButton
      access={reportSchedulesApi.create.access}
      deed="schedule reports"
      onClick={() => setAsked({ form: 'create' })}
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
      {error && (
        <CardBody>
          <FailedToLoad
            what="The scheduled reports"
            error={error}
            isRetrying={isFetching}
            onRetry={() => void refetch()}
          />
        </CardBody>
      )}
      {!schedules && !error && (
        <div className="min-h-32 content-center">
          <Spinner />
        </div>
      )}
      {schedules?.length === 0 && (
        <EmptyState icon={<CalendarClock />} action={create}>
          No scheduled reports. One that you make goes out by itself, each day or week, to whom it concerns.
        </EmptyState>
      )}
      {schedules && schedules.length > 0 && <ScheduleTable schedules={schedules} onAsk={setAsked} />}
      <Suspense>
        {asked?.form === 'create' && <CreateDialog fallback={fallbackOf(schedules)} onClose={close} />}
        {asked?.form === 'edit' && <EditDialog schedule={asked.schedule} onClose={close} />}
      </Suspense>
      {asked?.form === 'delete' && <DeleteSchedule schedule={asked.schedule} onClose={close} />}
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

/** The same for all of them. */
const fallbackOf = (schedules: readonly ReportSchedule[] | undefined) => schedules?.[0]?.fallback ?? null
