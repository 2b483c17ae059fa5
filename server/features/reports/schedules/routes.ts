import { reportSchedulesApi } from '#contract/report-schedules.ts'
import type { App } from '#server/platform/http/app.ts'
import { serve } from '#server/platform/http/endpoints.ts'
import { createSchedule } from './create-schedule.ts'
import { listRuns } from './list-runs.ts'
import { listSchedules } from './list-schedules.ts'
import { removeSchedule } from './remove-schedule.ts'
import { runSchedule } from './run-schedule.ts'
import { updateSchedule } from './update-schedule.ts'

export function schedulesRoutes(app: App): void {
  serve(app, reportSchedulesApi.list, listSchedules)
  serve(app, reportSchedulesApi.create, createSchedule)
  serve(app, reportSchedulesApi.update, updateSchedule)
  serve(app, reportSchedulesApi.remove, removeSchedule)
  serve(app, reportSchedulesApi.run, runSchedule)
  serve(app, reportSchedulesApi.runs, listRuns)
}
