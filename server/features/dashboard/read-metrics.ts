import type { DashboardMetrics } from '#contract/dashboard.ts'
import { countAlerts, countAlertsAt } from '#server/features/inventory/queries/alerts.ts'
import { countJobs } from '#server/features/jobs/queries.ts'
import { periodOf, sameTimeBefore, todayIn } from '#server/features/reports/period.ts'
import { readReportSettings } from '#server/features/reports/queries/report-settings.ts'
import { readSalesTotals } from '#server/features/reports/queries/sales-totals.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { readFirstSteps } from './queries/first-steps.ts'

export async function readMetrics(ctx: CompanyContext): Promise<DashboardMetrics> {
  const { companyId } = ctx
  const now = ctx.clock.now()
  return ctx.read(async (tx) => {
    const { timeZone, currency } = await readReportSettings(tx, companyId)
    const today = todayIn(timeZone, now)
    const { span, previous } = periodOf({ startDate: today, endDate: today }, timeZone, now)
    const dayBefore = sameTimeBefore(now, 1, timeZone)
    const [sold, before, steps, lowStock, lowStockBefore, jobs] = await Promise.all([
      readSalesTotals(tx, { companyId, currency }, span),
      readSalesTotals(tx, { companyId, currency }, previous.span),
      readFirstSteps(tx, companyId),
      countAlerts(tx, companyId),
      countAlertsAt(tx, companyId, dayBefore),
      countJobs(tx, now),
    ])
    return {
      todayOrders: sold.orders,
      todayRevenue: sold.revenue,
      lowStockCount: lowStock,
      failedJobsCount: jobs.failed,
      currency,
      today,
      before: { orders: before.orders, revenue: before.revenue, lowStock: lowStockBefore },
      firstSteps: Object.values(steps).every(Boolean) ? null : steps,
    }
  })
}
