import { trigrams } from './baselines/thin-statements.ts'
import { snapshots } from './data/catalogue.ts'
import { assertSameAnswer, callRate, createCallers, type Target } from './harness/clients.ts'
import type { BenchServices } from './harness/database.ts'
import { type BenchEnvironment, type BenchEnvironments, startEnvironment } from './harness/environments.ts'
import { alternate, median, percentile, raceWarm } from './harness/measure.ts'
import { type Figure, figureAgainst } from './harness/report.ts'

const connections = 16

const rateWindows = 5

const rateSeconds = 2

/** Warm-up windows: V8 optimizes our code for half a minute, longer than that of the thin server. */
const warmUpWindows = 12

const minShareOfRate = 0.5

const maxTimesBareSearch = 5

const texts = { 'one order id': 'web-1003501', 'a name': 'ana smith' }

const searches = Object.entries(texts).map(([what, text]) => ({
  what: `orders search, ${what}`,
  path: `/api/orders?search=${encodeURIComponent(text)}`,
  text,
}))

const pages = [
  { what: 'orders list', path: '/api/orders', atMost: 3 },
  ...searches.map(({ what, path }) => ({ what, path, atMost: 2 })),
  { what: 'products page', path: '/api/products', atMost: 3 },
  { what: 'stock page', path: '/api/inventory', atMost: 3 },
]

/** The most used lists against the thin server on the same database, and how they grow with the tables. */
export async function benchLists({ open, services }: BenchEnvironments): Promise<Figure[]> {
  const [small, large] = [await open('small'), await open('large')]
  return [
    ...(await measurePages(small, '50,000 orders')),
    ...(await measurePages(large, '1,000,000 orders')),
    ...(await measureSearches(large)),
    await measureMoreOrders(small, large),
    await measureMoreHistory(services, small),
  ]
}

async function measurePages(environment: BenchEnvironment, size: string): Promise<Figure[]> {
  const thin = await environment.startThin()
  const skuPath = `/api/inventory/${await anySku(environment)}`
  for (const { path } of [...pages, { path: skuPath }]) await assertSameAnswer(environment, thin, path)
  const [ours, theirs] = [createCallers(environment, 1), createCallers(thin, 1)]
  const figures: Figure[] = []
  for (const { what, path, atMost } of pages) {
    const times = await raceWarm({ ours: () => ours.get(path), thin: () => theirs.get(path) })
    figures.push(pageFigure(`${what}, ${size}, p50`, times, atMost))
  }
  ours.close()
  theirs.close()
  return [...figures, await measureRate(environment, thin, skuPath, size)]
}

function pageFigure(what: string, times: Record<'ours' | 'thin', number[]>, atMost: number): Figure {
  const p99 = (values: number[]) => percentile(values, 0.99).toFixed(1)
  const note = `p99 ${p99(times.ours)} against ${p99(times.thin)} ms`
  return figureAgainst('thin server', median(times.thin), { what, ours: median(times.ours), unit: 'ms', atMost, note })
}

async function measureRate(environment: BenchEnvironment, thin: Target, path: string, size: string): Promise<Figure> {
  const ways = { ours: createCallers(environment, connections), thin: createCallers(thin, connections) }
  const rates = await alternate(
    ways,
    (callers) => callRate(callers, path, connections, rateSeconds),
    rateWindows,
    warmUpWindows,
  )
  for (const callers of Object.values(ways)) callers.close()
  return figureAgainst('thin server', median(rates.thin), {
    what: `one SKU, ${connections} callers, ${size}`,
    ours: median(rates.ours),
    unit: 'calls/s',
    atLeast: minShareOfRate,
  })
}

/** Searches against the statement alone, without a server. */
async function measureSearches(environment: BenchEnvironment): Promise<Figure[]> {
  const callers = createCallers(environment, 1)
  const statement = `${trigrams} order by o.placed_at desc, o.id desc limit 50`
  const figures: Figure[] = []
  for (const { what, path, text } of searches) {
    const values = [environment.companyId, `%${text}%`]
    const bare = () => environment.owner.query({ name: 'trigrams', text: statement, values })
    const times = await raceWarm({ ours: () => callers.get(path), bare })
    figures.push(
      figureAgainst('the trigram statement alone', median(times.bare), {
        what: `${what}, 1,000,000 orders, p50`,
        ours: median(times.ours),
        unit: 'ms',
        atMost: maxTimesBareSearch,
      }),
    )
  }
  callers.close()
  return figures
}

async function anySku({ owner, companyId }: BenchEnvironment): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    `select id from skus where company_id = $1 and sku = 'BENCH-0004242'`,
    [companyId],
  )
  return rows[0]?.id ?? ''
}

const maxGrowthByOrders = 2

const maxGrowthByHistory = 1.2

/** Snapshots added to each SKU. */
const moreSnapshots = 90

/** The orders list with twenty times the orders. */
async function measureMoreOrders(small: BenchEnvironment, large: BenchEnvironment): Promise<Figure> {
  const times = await raceEnvironments(small, large, '/api/orders')
  return figureAgainst('with 50,000', median(times.less), {
    what: 'orders list with 1,000,000 orders, p50',
    ours: median(times.more),
    unit: 'ms',
    atMost: maxGrowthByOrders,
  })
}

/** The stock page with ten times the snapshots, in another environment. */
async function measureMoreHistory(services: BenchServices, small: BenchEnvironment): Promise<Figure> {
  const long = await startEnvironment(services, 'small', 'history')
  const { rows } = await long.owner.query<{ id: string }>('select id from companies')
  for (const { id } of rows) await long.owner.query(snapshots(moreSnapshots), [id])
  await long.owner.query('vacuum analyze inventory_snapshots')
  const times = await raceEnvironments(small, long, '/api/inventory')
  await long.stop()
  return figureAgainst('with a tenth of them', median(times.less), {
    what: 'stock page with ten times the snapshots, p50',
    ours: median(times.more),
    unit: 'ms',
    atMost: maxGrowthByHistory,
  })
}

async function raceEnvironments(less: BenchEnvironment, more: BenchEnvironment, path: string) {
  const callers = { less: createCallers(less, 1), more: createCallers(more, 1) }
  const times = await raceWarm({ less: () => callers.less.get(path), more: () => callers.more.get(path) })
  for (const one of Object.values(callers)) one.close()
  return times
}
