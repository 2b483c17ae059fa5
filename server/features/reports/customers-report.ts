import { fromCents, toCents } from '#contract/money.ts'
import type { CustomerReportRow, ReportOf } from '#contract/reports.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { iso } from '#server/platform/db/rows.ts'
import { averageOf } from './add-up.ts'
import { buildLineChart } from './charts.ts'
import { readCustomerFigures, type CustomerFigures, type CustomerRecord } from './queries/customers.ts'
import { listOtherCurrencies } from './queries/other-currencies.ts'
import { reportHead, type ReportScope } from './report-scope.ts'

export async function makeCustomersReport(tx: Tx, scope: ReportScope): Promise<ReportOf<'customers'>> {
  const { period } = scope
  const { arrivals, top } = await readCustomerFigures(tx, scope, { ...period, hasTop: true })
  const { arrivals: earlier } = await readCustomerFigures(tx, scope, { ...period.previous, hasTop: false })
  const [now, before] = [countsOf(arrivals), countsOf(earlier)]
  const byFirst = (found: Arrivals) =>
    period.buckets.map((_, index) => found.find(({ bucket }) => bucket === index + 1)?.customers ?? 0)
  return {
    type: 'customers',
    ...reportHead(scope),
    metrics: [
      { figure: 'uniqueCustomers', value: now.customers, previous: before.customers },
      { figure: 'newCustomers', value: now.newcomers, previous: before.newcomers },
      { figure: 'returningCustomers', value: now.returning, previous: before.returning },
      { figure: 'revenuePerCustomer', value: now.perCustomer, previous: before.perCustomer },
    ],
    charts: [buildLineChart('newCustomers', period, byFirst(arrivals), byFirst(earlier))],
    rows: top.map(toCustomerRow),
    rowCount: now.customers,
    otherCurrencies: await listOtherCurrencies(tx, scope, period.span),
  }
}

type Arrivals = CustomerFigures['arrivals']

function countsOf(arrivals: Arrivals) {
  const add = (pick: (part: Arrivals[number]) => number) => arrivals.reduce((sum, part) => sum + pick(part), 0)
  const revenue = arrivals.reduce((sum, part) => sum + toCents(part.revenue), 0n)
  const customers = add((part) => part.customers)
  const newcomers = add(({ bucket, customers: arrived }) => (bucket === null ? 0 : arrived))
  const perCustomer = averageOf(
    fromCents(revenue),
    add((part) => part.payers),
  )
  return { customers, newcomers, returning: customers - newcomers, perCustomer }
}

export const toCustomerRow = ({ paidOrders, ...customer }: CustomerRecord): CustomerReportRow => ({
  ...customer,
  averageOrderValue: averageOf(customer.revenue, paidOrders),
  lastOrderAt: iso(customer.lastOrderAt),
})
