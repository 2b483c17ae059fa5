import { reportTypes, type ReportType } from '#contract/report-values.ts'
import { bareReport } from './baselines/bare-reports.ts'
import { median, race, residentBytes } from './harness/measure.ts'
import { figure, type Figure } from './harness/report.ts'
import type { BenchEnvironment } from './harness/environments.ts'

/** The requests of the dashboard when it opens. */
const dashboardCalls = [
  '/api/dashboard/metrics',
  '/api/dashboard/recent-orders',
  '/api/dashboard/fulfillment-health',
  '/api/jobs/status',
  '/api/jobs?status=failed&limit=5',
  '/api/jobs?limit=5',
  '/api/channels?limit=100',
  '/api/inventory/alerts?limit=5',
  '/api/orders/waiting',
]

const lengths = [
  { days: 30, atMost: 500, rounds: 15 },
  { days: 365, atMost: 2_000, rounds: 8 },
]
/** Reports that read each order with its lines: costs change, so nothing of a profit can be summed up in advance. */
const readsLines: ReadonlySet<ReportType> = new Set(['profit-skus', 'profit-channels', 'profit-orders', 'best-sellers'])
const lineFactor = 4
const maxDashboardMs = 300
const minRowsPerSecond = 10_000
const maxGrowthMb = 60

/** Dashboard, reports and exports of the large company. */
export async function benchReports(environment: BenchEnvironment): Promise<Figure[]> {
  const today = await todayOf(environment)
  const figures = [await measureDashboard(environment)]
  for (const { days, atMost, rounds } of lengths) {
    for (const type of reportTypes) {
      const measured = await measureReport(environment, type, periodTo(today, days), rounds)
      figures.push(figure({ ...measured, atMost: readsLines.has(type) ? atMost * lineFactor : atMost }))
    }
  }
  return [...figures, ...(await measureExport(environment, periodTo(today, 365)))]
}

async function measureDashboard(environment: BenchEnvironment): Promise<Figure> {
  const { ours } = await race({ ours: () => Promise.all(dashboardCalls.map((path) => get(environment, path))) }, 30)
  return figure({
    what: `dashboard, its ${dashboardCalls.length} calls at once, p50`,
    ours: median(ours),
    unit: 'ms',
    atMost: maxDashboardMs,
    note: `worst of ${ours.length}: ${Math.max(...ours).toFixed(0)} ms`,
  })
}

type Period = ReturnType<typeof periodTo>

async function measureReport(environment: BenchEnvironment, type: ReportType, days: Period, rounds: number) {
  const statements = bareReport(type, days)
  const bare = async () => {
    for (const text of statements) await environment.owner.query(text, [environment.companyId])
  }
  const { bare: bareTimes, ours } = await race(
    { bare, ours: () => get(environment, `/api/reports/${type}?${days.query}`) },
    rounds,
  )
  const [took, bareTook] = [median(ours), median(bareTimes)]
  const worst = `worst of ${ours.length}: ${Math.max(...ours).toFixed(0)} ms`
  return {
    what: `${type} report over ${days.count} days, p50`,
    ours: took,
    unit: 'ms',
    note: `${worst}; ${(took / bareTook).toFixed(2)} × bare SQL over the orders, ${bareTook.toFixed(0)} ms`,
  }
}

/** Measured the second time, when the server has allocated its working memory. */
async function measureExport(environment: BenchEnvironment, days: Period): Promise<Figure[]> {
  const path = `/api/reports/sales/export?format=csv&part=orders&${days.query}`
  await download(environment, path)
  const before = await residentBytes(environment.url)
  const startedAt = performance.now()
  const { rows, peak } = await download(environment, path)
  const seconds = (performance.now() - startedAt) / 1000
  const note = `${rows} orders as CSV in ${seconds.toFixed(1)} s`
  return [
    figure({ what: 'export of orders', ours: rows / seconds, unit: 'rows/s', atLeast: minRowsPerSecond, note }),
    figure({
      what: 'growth of the server meanwhile',
      ours: (peak - before) / 2 ** 20,
      unit: 'MB',
      atMost: maxGrowthMb,
      note,
    }),
  ]
}

async function download(environment: BenchEnvironment, path: string): Promise<{ rows: number; peak: number }> {
  const reply = await fetch(environment.url + path, { headers: environment.headers })
  if (!reply.ok || !reply.body) throw new Error(`${path}: ${reply.status}`)
  let [rows, peak, sampledAt] = [-1, 0, 0]
  for await (const chunk of reply.body) {
    for (const byte of chunk) if (byte === 10) rows += 1
    if (performance.now() - sampledAt < 500) continue
    peak = Math.max(peak, await residentBytes(environment.url))
    sampledAt = performance.now()
  }
  return { rows, peak }
}

/** The period of so many days up to today, as API query and as dates for bare statements. */
export function periodTo(today: string, count: number) {
  const dateBefore = (days: number) => new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10)
  const [startDate, endDate] = [dateBefore(count - 1), today]
  return {
    count,
    query: `startDate=${startDate}&endDate=${endDate}`,
    from: startDate,
    to: dateBefore(-1),
    before: dateBefore(2 * count - 1),
  }
}

async function todayOf({ url, headers }: BenchEnvironment): Promise<string> {
  const reply = await fetch(`${url}/api/dashboard/metrics`, { headers })
  return ((await reply.json()) as { today: string }).today
}

async function get({ url, headers }: BenchEnvironment, path: string): Promise<void> {
  const reply = await fetch(url + path, { headers })
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
  await reply.arrayBuffer()
}
