import { screen } from '@testing-library/react'
import { reportSchedulesApi } from '#contract/report-schedules.ts'
import { type Report, reportsApi } from '#contract/reports.ts'
import { ReportsPage } from '#web/features/reports/reports-page.tsx'
import { renderPiece } from './render-piece.tsx'
import { answer } from './server.ts'

/** The days of the reports that are built, as they stand in the URL. */
export const twoDays = 'startDate=2026-10-01&endDate=2026-10-02'

/** Opens the reports screen on a report and waits until it is there. Returns the hands to act with. */
export async function openReport(report: Report, query = `type=${report.type}&${twoDays}`) {
  answer(reportSchedulesApi.list, [])
  answer(reportsApi.read, report)
  const user = await renderPiece(<ReportsPage />, { path: `/reports?${query}` })
  await screen.findByRole('heading', { level: 2, name: /Oct 1 – 2, 2026$/ })
  return user
}
