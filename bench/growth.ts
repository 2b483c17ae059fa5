import { openCallers } from './callers.ts'
import { snapshots } from './data/catalogue.ts'
import { median, raceWarm } from './measure.ts'
import { figureAgainst, type Figure } from './report.ts'
import type { BenchServices } from './stage/ground.ts'
import { startEnvironment, type BenchEnvironment } from './stage/stage.ts'

const mostOfOrders = 2
const mostOfHistory = 1.2
/** Behind those that each SKU has. */
const moreSnapshots = 90

/** Twenty times the orders. */
export async function measureMoreOrders(small: BenchEnvironment, large: BenchEnvironment): Promise<Figure> {
  const times = await raceStages(small, large, '/api/orders')
  return figureAgainst('with 50,000', median(times.less), {
    what: 'orders list with 1,000,000 orders, p50',
    ours: median(times.more),
    unit: 'ms',
    atMost: mostOfOrders,
  })
}

/** Ten times the history, on a stage of its own beside the small one. */
export async function measureMoreHistory(theatre: BenchServices, small: BenchEnvironment): Promise<Figure> {
  const long = await startEnvironment(theatre, 'small', 'history')
  const { rows } = await long.owner.query<{ id: string }>('select id from companies')
  for (const { id } of rows) await long.owner.query(snapshots(moreSnapshots), [id])
  await long.owner.query('vacuum analyze inventory_snapshots')
  const times = await raceStages(small, long, '/api/inventory')
  await long.stop()
  return figureAgainst('with a tenth of them', median(times.less), {
    what: 'stock page with ten times the snapshots, p50',
    ours: median(times.more),
    unit: 'ms',
    atMost: mostOfHistory,
  })
}

async function raceStages(less: BenchEnvironment, more: BenchEnvironment, path: string) {
  const callers = { less: openCallers(less, 1), more: openCallers(more, 1) }
  const times = await raceWarm({ less: () => callers.less.get(path), more: () => callers.more.get(path) })
  for (const one of Object.values(callers)) one.close()
  return times
}
