import { connectSeller, openShop, pressSync, setLimits, stockOf, stockSeller, watchRun } from './amazon-shop.ts'
import type { StockedRow, Watched } from './amazon-shop.ts'
import { copyStock } from './limits/copy-stock.ts'
import { timed } from './measure.ts'
import { figure, figureAgainst, type Figure } from './report.ts'
import type { Stage } from './stage/stage.ts'

const skuCount = 100_000
const limitedPages = 200
const pageSize = 50
const operation = 'getInventorySummaries'
/** Of getInventorySummaries, in calls a second. */
const allowedRate = 2

/** All stock of a seller into an empty company, and again with a tenth of it changed; then at Amazon's own pace. */
export async function benchAmazon(stage: Stage): Promise<Figure[]> {
  const items = stockOf('SYNC', skuCount)
  const changed = items.map((item, index) => (index % 10 === 0 ? { ...item, fulfillable: item.fulfillable + 1 } : item))
  const copy = await openCopy(stage)
  const copiedFirst = await copy.time(items)
  const shop = await openShop(stage, 'amazon-bench')
  stockSeller(stage, 'ABENCHLARGE', items)
  await connectSeller(stage, shop, 'ABENCHLARGE')
  const first = await watchRun(stage, shop, skuCount)
  const copiedSecond = await copy.time(changed)
  stockSeller(stage, 'ABENCHLARGE', changed)
  await pressSync(stage, shop)
  const second = await watchRun(stage, shop, skuCount)
  await copy.close()
  return [
    ...(await figuresOf(stage, '100,000 new SKUs', first, copiedFirst)),
    ...(await figuresOf(stage, '100,000 SKUs, a tenth changed', second, copiedSecond)),
    memoryOf(first.peakBytes, second.peakBytes),
    ...(await benchPace(stage)),
  ]
}

/** Reading as much again must not take more. */
const memoryOf = (first: number, second: number): Figure =>
  figureAgainst('the first half', first / 1e6, {
    what: '200,000 rows, memory of the second half',
    ours: second / 1e6,
    unit: 'MB',
    atMost: 1.2,
  })

/** A company of its own for what the same rows cost without us, so that both fill equal tables. */
async function openCopy(stage: Stage) {
  const { companyId } = await openShop(stage, 'copy-bench')
  await stage.owner.query(
    `insert into amazon_integrations (company_id, id, name, client_id, client_secret, seller_id)
     values ($1, new_id(), 'Copied', '', '', 'COPIED')`,
    [companyId],
  )
  const bare = await stage.openBare(companyId)
  return {
    time: (rows: StockedRow[]) => timed(() => copyStock(bare, companyId, rows)),
    close: () => bare.end(),
  }
}

const rowsPerSecond = (milliseconds: number) => (skuCount * 1000) / milliseconds

type Parts = { waited: number; parsed: number; written: number }

async function figuresOf({ owner }: Stage, what: string, watched: Watched, copied: number): Promise<Figure[]> {
  const { run, seconds } = watched
  const { rows } = await owner.query<{ result: Parts }>('select result from marketplace_sync_runs where id = $1', [
    run.id,
  ])
  const { waited, parsed, written } = rows[0]?.result ?? { waited: NaN, parsed: NaN, written: NaN }
  return [
    figure({
      what: `${what}, whole sync`,
      ours: seconds,
      unit: 's',
      atMost: 180,
      note: `waiting ${waited}, parsing ${parsed}, writing ${written} ms`,
    }),
    figureAgainst('COPY and upsert', rowsPerSecond(copied), {
      what: `${what}, writing`,
      ours: rowsPerSecond(written),
      unit: 'rows/s',
      atLeast: 0.5,
    }),
  ]
}

/** With Amazon's limits in force: how much of what it allows is used, and whether it is ever exceeded. */
async function benchPace(stage: Stage): Promise<Figure[]> {
  await setLimits(stage, 'amazon')
  const shop = await openShop(stage, 'pace-bench')
  stockSeller(stage, 'ABENCHPACED', stockOf('PACE', limitedPages * pageSize))
  stage.amazon.stats.reset()
  await connectSeller(stage, shop, 'ABENCHPACED')
  await watchRun(stage, shop, limitedPages * pageSize)
  const { requests, violations, firstAt, lastAt } = stage.amazon.stats.read()[operation] ?? nothing
  const rate = (requests - 1) / ((Date.parse(lastAt) - Date.parse(firstAt)) / 1000)
  const note = `${requests} calls`
  return [
    figureAgainst('Amazon’s pace', allowedRate, {
      what: 'sync at Amazon’s pace',
      ours: rate,
      unit: 'calls/s',
      atLeast: 0.85,
      note,
    }),
    figure({ what: 'sync at Amazon’s pace, violations', ours: violations, unit: 'calls', atMost: 0, note }),
  ]
}

const nothing = { requests: 0, violations: 0, firstAt: '', lastAt: '' }
