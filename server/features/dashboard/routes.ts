import {
  dashboardApi,
  type DashboardMetrics,
  type FulfillmentHealth,
  mostRecentOrders,
  type RecentOrder,
} from '#contract/dashboard.ts'
import { countAlerts, countAlertsAt } from '#server/features/inventory/alert-queries.ts'
import { countJobs } from '#server/features/jobs/background-jobs.ts'
import { toOrderRow } from '#server/features/orders/order-queries.ts'
import {
  maskChannelHold,
  decryptPersonal,
  maskPersonal,
  recordOrderViews,
} from '#server/features/orders/personal-data.ts'
import { periodOf, sameTimeBefore, todayIn } from '#server/features/reports/period.ts'
import { readReportSettings } from '#server/features/reports/report-scope.ts'
import { readSalesTotals } from '#server/features/reports/sales-queries.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { App } from '#server/platform/http/app.ts'
import { serve } from '#server/platform/http/endpoints.ts'
import { seesMasked } from '#server/platform/redaction.ts'
import { checkHealth, lastAnswerOf } from './fulfillment-health.ts'
import {
  listAccountFacts,
  listNewestAttempts,
  listNewestOrders,
  readFirstSteps,
  readTodaysWork,
  readWaitingFacts,
} from './queries.ts'

export function dashboardRoutes(app: App): void {
  serve(app, dashboardApi.today, (ctx) => ctx.read((tx) => readTodaysWork(tx, ctx.companyId)))
  serve(app, dashboardApi.metrics, readMetrics)
  serve(app, dashboardApi.fulfillmentHealth, readFulfillmentHealth)
  serve(app, dashboardApi.recentOrders, listRecentOrders)
}

async function readMetrics(ctx: CompanyContext): Promise<DashboardMetrics> {
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

const newestAttempts = 20

async function readFulfillmentHealth(ctx: CompanyContext): Promise<FulfillmentHealth> {
  const { companyId } = ctx
  const now = ctx.clock.now()
  const [accounts, waiting, attempts] = await ctx.read((tx) =>
    Promise.all([
      listAccountFacts(tx, companyId, now),
      readWaitingFacts(tx, companyId),
      listNewestAttempts(tx, companyId, newestAttempts),
    ]),
  )
  const facts = { hasApplication: ctx.ports.fulfillment !== null, accounts, waiting, attempts }
  return {
    ...checkHealth(facts, now),
    lastAnswerAt: lastAnswerOf(facts)?.toISOString() ?? null,
    waiting: waiting.count,
  }
}

/** E-mail addresses are shown to people who work with orders, and each view is recorded in the audit log. */
async function listRecentOrders(ctx: CompanyContext): Promise<RecentOrder[]> {
  const isMasked = seesMasked(ctx)
  return ctx.transaction(async (tx) => {
    const found = await listNewestOrders(tx, ctx.companyId, mostRecentOrders)
    const withEmail = found.filter(({ customer }) => customer?.email).map(({ id }) => id)
    if (!isMasked) await recordOrderViews(tx, ctx, 'order.view-recent', withEmail)
    return found.map((order) => toRecentOrder(ctx, order, isMasked))
  })
}

type NewestOrder = Awaited<ReturnType<typeof listNewestOrders>>[number]

function toRecentOrder(ctx: CompanyContext, order: NewestOrder, isMasked: boolean): RecentOrder {
  const { totalAmount, customerName: _customerName, customer, ...shown } = toOrderRow(order)
  const row = isMasked ? maskChannelHold(shown) : shown
  const { channelType: type, channelName: name } = row
  return {
    ...row,
    total: totalAmount,
    channel: type && name !== null ? { type, name } : null,
    customer: customer && shownCustomer(ctx, customer, isMasked),
  }
}

function shownCustomer(ctx: CompanyContext, customer: NonNullable<NewestOrder['customer']>, isMasked: boolean) {
  const { id, firstName, lastName, email: encrypted } = customer
  const email = decryptPersonal(ctx, 'customers.email', id, encrypted)
  return { firstName, lastName, email: isMasked ? maskPersonal('customers.email', email) : email }
}
