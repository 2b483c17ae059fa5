import { reportsApi } from '#contract/reports.ts'
import type { App } from '#server/platform/http/app.ts'
import { serveDownload } from '#server/platform/http/files.ts'
import { serve } from '#server/platform/http/endpoints.ts'
import { exportReport } from './export-report.ts'
import { listReportOrders } from './list-report-orders.ts'
import { readReport } from './read-report.ts'

export function reportsRoutes(app: App): void {
  serve(app, reportsApi.read, readReport)
  serve(app, reportsApi.orders, listReportOrders)
  serveDownload(app, reportsApi.export, exportReport)
}
