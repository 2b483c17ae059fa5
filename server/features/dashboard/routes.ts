import {
  dashboardApi,
  type DashboardMetrics,
  type FulfillmentHealth,
  mostRecentOrders,
  type RecentOrder,
} from '#contract/dashboard.ts'
import { firstStepsApi } from '#contract/first-steps.ts'
import { countAlerts, countAlertsAt } from '#server/features/inventory/alert-queries.ts'
import { countJobs } from '#server/features/jobs/background-jobs.ts'
import { toOrderRow } from '#server/features/orders/order-queries.ts'
import {
  decryptPersonal,
  maskPersonal,
  recordOrderViews,
  showChannelHold,
} from '#server/features/orders/personal-data.ts'
import { periodOf, sameTimeBefore, todayIn } from '#server/features/reports/period.ts'
import { listOtherCurrencies, readSalesTotals } from '#server/features/reports/sales-queries.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { readCompanyLocale } from '#server/platform/db/company-locale.ts'
import type { App } from '#server/platform/http/app.ts'
import { serve } from '#server/platform/http/endpoints.ts'
import { seesMasked } from '#server/platform/redaction.ts'
import { checkHealth, lastAnswerOf } from './fulfillment-health.ts'
import { decideFirstSteps, readFirstSteps, tryTestOrder } from './first-steps.ts'
import {
  hasHiddenFirstSteps,
  listAccountFacts,
  listNewestAttempts,
  listNewestOrders,
  readTodaysWork,
  readWaitingFacts,
} from './queries.ts'

export function dashboardRoutes(app: App): void {
  serve(app, dashboardApi.today, (ctx) => ctx.read((tx) => readTodaysWork(tx, ctx.companyId)))
  serve(app, dashboardApi.metrics, readMetrics)
  serve(app, dashboardApi.fulfillmentHealth, readFulfillmentHealth)
  serve(app, dashboardApi.recentOrders, listRecentOrders)
  serve(app, firstStepsApi.read, readFirstSteps)
  serve(app, firstStepsApi.decide, decideFirstSteps)
  serve(app, firstStepsApi.testOrder, tryTestOrder)
}

async function readMetrics(ctx: CompanyContext): Promise<DashboardMetrics> {
  const { companyId } = ctx
  const now = ctx.clock.now()
  return ctx.read(async (tx) => {
    const { timeZone, currency } = await readCompanyLocale(tx, companyId)
    const today = todayIn(timeZone, now)
    const { span, previous } = periodOf({ startDate: today, endDate: today }, timeZone, now)
    const dayBefore = sameTimeBefore(now, 1, timeZone)
    const [sold, others, before, hasHidden, lowStock, lowStockBefore, jobs] = await Promise.all([
      readSalesTotals(tx, { companyId, currency }, span),
      listOtherCurrencies(tx, { companyId, currency }, span),
      readSalesTotals(tx, { companyId, currency }, previous.span),
      hasHiddenFirstSteps(tx, companyId),
      countAlerts(tx, companyId),
      countAlertsAt(tx, companyId, dayBefore),
      countJobs(tx, now),
    ])
    return {
      todayOrders: sold.orders,
      todayRevenue: sold.revenue,
      otherRevenue: others.map((other) => ({ currency: other.currency, revenue: other.revenue })),
      lowStockCount: lowStock,
      failedJobsCount: jobs.failed,
      currency,
      today,
      before: { orders: before.orders, revenue: before.revenue, lowStock: lowStockBefore },
      hasFirstSteps: !hasHidden,
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
  const { state, detail } = checkHealth(facts, now)
  return {
    state,
    detail: ctx.inReadersLanguage(detail),
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
  const row = showChannelHold(ctx, shown)
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
