import CalendarClock from 'lucide-react/icons/calendar-clock'
import Plus from 'lucide-react/icons/plus'
import { Suspense, useState } from 'react'
import { type ReportSchedule, reportSchedulesApi } from '#contract/report-schedules.ts'
import { Loaded } from '#web/shared/loaded.tsx'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { useUrlDetail } from '#web/shared/use-url-detail.ts'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useSchedules } from './api.ts'
import { DeleteSchedule } from './delete-schedule.tsx'
import { HistoryDrawer } from './history-drawer.tsx'
import { CreateDialog, EditDialog } from './schedule-dialogs.ts'
import type { ScheduleAsk } from './schedule-menu.tsx'
import { ScheduleTable } from './schedule-table.tsx'

/** Forms stand beside the list and not in its row, which may change or go while somebody types. */
export function ScheduledReports() {
  const query = useSchedules()
  const { data: schedules } = query
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
      <Loaded what="The scheduled reports" query={query} isInCard>
        {(loaded) =>
          loaded.length === 0 ? (
            <EmptyState icon={<CalendarClock />} action={create}>
              No scheduled reports. One that you make goes out by itself, each day or week, to whom it concerns.
            </EmptyState>
          ) : (
            <ScheduleTable schedules={loaded} onAsk={setAsked} />
          )
        }
      </Loaded>
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
