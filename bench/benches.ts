import { benchAmazon } from './amazon.ts'
import { benchBrowser } from './browser/browser.ts'
import { benchBulkFulfill } from './bulk-fulfill.ts'
import type { SetName } from './data/sizes.ts'
import { benchFeed } from './feed.ts'
import { benchIntake } from './intake.ts'
import { benchFootprint } from './footprint.ts'
import { benchInventory } from './inventory.ts'
import { benchLists } from './lists.ts'
import { benchNeighbours } from './neighbours.ts'
import { benchNotifications } from './notifications.ts'
import { benchOrders } from './orders.ts'
import { benchProcesses } from './processes.ts'
import { benchQuote } from './quote.ts'
import { benchReports } from './reports.ts'
import type { Figure } from './harness/report.ts'
import { benchSearch } from './search.ts'
import { benchSheet } from './sheet.ts'
import { benchShops } from './shops.ts'
import type { BenchEnvironment, BenchEnvironments } from './harness/environments.ts'
import { benchUpload } from './upload.ts'
import { benchVisitors } from './visitors.ts'

type Bench = (environments: BenchEnvironments) => Promise<Figure[]>

const on =
  (set: SetName, bench: (environment: BenchEnvironment) => Promise<Figure[]>): Bench =>
  async (environments) =>
    bench(await environments.open(set))

/** In this order: benches that only read come before those that write to the same environment. */
export const benches: Record<string, Bench> = {
  lists: benchLists,
  footprint: benchFootprint,
  browser: on('large', benchBrowser),
  inventory: on('large', benchInventory),
  orders: on('large', benchOrders),
  reports: on('large', benchReports),
  search: on('large', benchSearch),
  feed: on('large', benchFeed),
  intake: on('large', benchIntake),
  upload: benchUpload,
  sheet: on('large', benchSheet),
  neighbours: on('large', benchNeighbours),
  amazon: on('large', benchAmazon),
  visitors: on('small', benchVisitors),
  quote: on('small', benchQuote),
  'bulk-fulfill': on('small', benchBulkFulfill),
  shops: on('small', benchShops),
  processes: benchProcesses,
  notifications: benchNotifications,
}
