import { reportSchedulesApi } from '#contract/report-schedules.ts'
import { reportsApi } from '#contract/reports.ts'
import type { App } from '#server/platform/http/app.ts'
import { serve } from '#server/platform/http/endpoints.ts'
import { serveDownload } from '#server/platform/http/files.ts'
import { exportReport } from './export-report.ts'
import { readReport } from './read-report.ts'
import { listReportOrders } from './report-orders.ts'
import { createSchedule, listRuns, listSchedules, removeSchedule, updateSchedule } from './schedules/schedules.ts'
import { runSchedule } from './schedules/start-runs.ts'

export function reportsRoutes(app: App): void {
  serve(app, reportsApi.read, readReport)
  serve(app, reportsApi.orders, listReportOrders)
  serveDownload(app, reportsApi.export, exportReport)
}

export function schedulesRoutes(app: App): void {
  serve(app, reportSchedulesApi.list, listSchedules)
  serve(app, reportSchedulesApi.create, createSchedule)
  serve(app, reportSchedulesApi.update, updateSchedule)
  serve(app, reportSchedulesApi.remove, removeSchedule)
  serve(app, reportSchedulesApi.run, runSchedule)
  serve(app, reportSchedulesApi.runs, listRuns)
}
