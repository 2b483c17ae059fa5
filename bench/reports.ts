import { reportTypes, type ReportType } from '#contract/report-values.ts'
import { bareReport } from './baselines/bare-reports.ts'
import { median, race, residentBytes } from './harness/measure.ts'
import { figure, type Figure } from './harness/report.ts'
import type { BenchEnvironment } from './harness/environments.ts'

/** What the dashboard asks for when it opens. */
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
const mostDashboardMs = 300
const leastRowsPerSecond = 10_000
const mostGrowthMb = 60

/** Dashboard, reports and their files over the large company's orders. */
export async function benchReports(stage: BenchEnvironment): Promise<Figure[]> {
  const today = await todayOf(stage)
  const figures = [await measureDashboard(stage)]
  for (const { days, atMost, rounds } of lengths) {
    for (const type of reportTypes) {
      figures.push(figure({ ...(await measureReport(stage, type, daysTo(today, days), rounds)), atMost }))
    }
  }
  return [...figures, ...(await measureExport(stage, daysTo(today, 365)))]
}

async function measureDashboard(stage: BenchEnvironment): Promise<Figure> {
  const { ours } = await race({ ours: () => Promise.all(dashboardCalls.map((path) => get(stage, path))) }, 30)
  return figure({
    what: `dashboard, its ${dashboardCalls.length} calls at once, p50`,
    ours: median(ours),
    unit: 'ms',
    atMost: mostDashboardMs,
    note: `worst of ${ours.length}: ${Math.max(...ours).toFixed(0)} ms`,
  })
}

type Days = ReturnType<typeof daysTo>

async function measureReport(stage: BenchEnvironment, type: ReportType, days: Days, rounds: number) {
  const statements = bareReport(type, days)
  const bare = async () => {
    for (const text of statements) await stage.owner.query(text, [stage.companyId])
  }
  const { bare: bareTimes, ours } = await race(
    { bare, ours: () => get(stage, `/api/reports/${type}?${days.query}`) },
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

/** The second time, when the server has the memory that it works with. */
async function measureExport(stage: BenchEnvironment, days: Days): Promise<Figure[]> {
  const path = `/api/reports/sales/export?format=csv&part=orders&${days.query}`
  await download(stage, path)
  const before = await residentBytes(stage.url)
  const begun = performance.now()
  const { rows, highest } = await download(stage, path)
  const seconds = (performance.now() - begun) / 1000
  const note = `${rows} orders as CSV in ${seconds.toFixed(1)} s`
  return [
    figure({ what: 'export of orders', ours: rows / seconds, unit: 'rows/s', atLeast: leastRowsPerSecond, note }),
    figure({
      what: 'growth of the server meanwhile',
      ours: (highest - before) / 2 ** 20,
      unit: 'MB',
      atMost: mostGrowthMb,
      note,
    }),
  ]
}

async function download(stage: BenchEnvironment, path: string): Promise<{ rows: number; highest: number }> {
  const reply = await fetch(stage.url + path, { headers: stage.headers })
  if (!reply.ok || !reply.body) throw new Error(`${path}: ${reply.status}`)
  let [rows, highest, looked] = [-1, 0, 0]
  for await (const chunk of reply.body) {
    for (const byte of chunk) if (byte === 10) rows += 1
    if (performance.now() - looked < 500) continue
    highest = Math.max(highest, await residentBytes(stage.url))
    looked = performance.now()
  }
  return { rows, highest }
}

/** So many days that end with this one, in the words of the API and of bare statements. */
export function daysTo(today: string, count: number) {
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
