import { foldSales } from './sales-queries.ts'
import { sendReport } from './schedules/send-report.ts'
import { startDueReports } from './schedules/start-runs.ts'

export const reportsJobs = {
  'reports.start-due': startDueReports,
  'reports.send': sendReport,
  'reports.fold-sales': foldSales,
}
