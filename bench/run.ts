import { buildIfStale } from '#local/build/build-if-stale.ts'
import { benchAmazon } from './amazon.ts'
import { benchBulkFulfill } from './bulk-fulfill.ts'
import { benchChaos } from './chaos.ts'
import { benchExactlyOnce } from './exactly-once.ts'
import { benchFeed } from './feed.ts'
import { benchIntake } from './intake.ts'
import { benchInventory } from './inventory.ts'
import { benchNotifications } from './notifications.ts'
import { benchOrders } from './orders.ts'
import { benchQuote } from './quote.ts'
import { benchReports } from './reports.ts'
import { holds, printReport, type Figure } from './report.ts'
import { benchSearch } from './search.ts'
import { seedCatalogue } from './seed.ts'
import { benchSheet } from './sheet.ts'
import { setStage, type Stage } from './stage.ts'
import { benchUpload } from './upload.ts'

const benches: Record<string, (stage: Stage) => Promise<Figure[]>> = {
  inventory: benchInventory,
  feed: benchFeed,
  intake: benchIntake,
  quote: benchQuote,
  upload: benchUpload,
  sheet: benchSheet,
  amazon: benchAmazon,
  'bulk-fulfill': benchBulkFulfill,
  chaos: benchChaos,
  orders: benchOrders,
  reports: benchReports,
  search: benchSearch,
  'exactly-once': benchExactlyOnce,
  notifications: benchNotifications,
}

/** Those that open a company of their own need no catalogue, and no PostgreSQL that is still busy with it. */
const withoutCatalogue: ReadonlySet<string> = new Set(['quote', 'bulk-fulfill', 'notifications'])

const wanted = process.argv.slice(2)
await buildIfStale()
const stage = await setStage()
const figures: Figure[] = []
try {
  if (wanted.length === 0 || wanted.some((name) => !withoutCatalogue.has(name))) {
    console.log('Filling the tables…')
    await seedCatalogue(stage)
  }
  for (const [name, bench] of Object.entries(benches)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    console.log(`Measuring ${name}…`)
    figures.push(...(await bench(stage)))
  }
} finally {
  await stage.stop()
}
printReport(figures)
process.exitCode = figures.every(holds) ? 0 : 1
