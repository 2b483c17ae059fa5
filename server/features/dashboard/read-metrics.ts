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
    const sold = await readSalesTotals(tx, { companyId, currency }, span)
    const before = await readSalesTotals(tx, { companyId, currency }, previous.span)
    const steps = await readFirstSteps(tx, companyId)
    return {
      todayOrders: sold.orders,
      todayRevenue: sold.revenue,
      lowStockCount: await countAlerts(tx, companyId),
      failedJobsCount: (await countJobs(tx, now)).failed,
      currency,
      today,
      before: {
        orders: before.orders,
        revenue: before.revenue,
        lowStock: await countAlertsAt(tx, companyId, sameTimeBefore(now, 1, timeZone)),
      },
      firstSteps: Object.values(steps).every(Boolean) ? null : steps,
    }
  })
}
