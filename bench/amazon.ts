import {
  connectSeller,
  openShop,
  pressSync,
  setLimits,
  stockOf,
  stockSeller,
  watchRun,
  type StockedRow,
  type Watched,
} from './amazon-shop.ts'
import { copyStock } from './baselines/copy-stock.ts'
import { median, timed } from './harness/measure.ts'
import { figure, figureAgainst, type Figure } from './harness/report.ts'
import type { BenchEnvironment } from './harness/environments.ts'

const skuCount = 100_000
const limitedPages = 200
const pageSize = 50
const operation = 'getInventorySummaries'
/** Of getInventorySummaries, in calls a second. */
const allowedRate = 2

/** So often a tenth of the stock changes. */
const rounds = 3

/** All stock of a seller into an empty company, and again with a tenth of it changed; then at Amazon's own pace. */
export async function benchAmazon(stage: BenchEnvironment): Promise<Figure[]> {
  const items = stockOf('SYNC', skuCount)
  const copy = await openCopy(stage)
  const shop = await openShop(stage, 'amazon-bench')
  const take = async (rows: StockedRow[], sync: () => Promise<unknown>): Promise<Taken> => {
    const copied = await copy.time(rows)
    stockSeller(stage, 'ABENCHLARGE', rows)
    await sync()
    const watched = await watchRun(stage, shop, skuCount)
    return { ...watched, copied, parts: await readParts(stage, watched.run.id) }
  }
  const first = await take(items, () => connectSeller(stage, shop, 'ABENCHLARGE'))
  const again: Taken[] = []
  for (let round = 0; round < rounds; round += 1) {
    again.push(await take(changed(items, round), () => pressSync(stage, shop)))
  }
  await copy.close()
  return [
    ...figuresOf('100,000 new SKUs', [first]),
    ...figuresOf('100,000 SKUs, a tenth changed', again),
    memoryOf(first, again[0]),
    ...(await benchPace(stage)),
  ]
}

/** Each round another tenth, on top of those before it. */
const changed = (items: StockedRow[], round: number): StockedRow[] =>
  items.map((item, index) => ({ ...item, fulfillable: item.fulfillable + (index % 10 <= round ? 1 : 0) }))

/** Reading as much again must not take more. */
const memoryOf = (first: Taken, second: Taken | undefined): Figure =>
  figureAgainst('the first half', first.peakBytes / 1e6, {
    what: '200,000 rows, memory of the second half',
    ours: (second?.peakBytes ?? NaN) / 1e6,
    unit: 'MB',
    atMost: 1.2,
  })

/** A company of its own for what the same rows cost without us, so that both fill equal tables. */
async function openCopy(stage: BenchEnvironment) {
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

/** A sync, and how long the same rows take without us. */
type Taken = Watched & { parts: Parts; copied: number }

async function readParts({ owner }: BenchEnvironment, runId: string): Promise<Parts> {
  const { rows } = await owner.query<{ result: Parts }>('select result from marketplace_sync_runs where id = $1', [
    runId,
  ])
  return rows[0]?.result ?? { waited: NaN, parsed: NaN, written: NaN }
}

function figuresOf(what: string, taken: Taken[]): Figure[] {
  const middle = (pick: (one: Taken) => number) => median(taken.map(pick))
  const [waited, parsed, written] = [
    middle(({ parts }) => parts.waited),
    middle(({ parts }) => parts.parsed),
    middle(({ parts }) => parts.written),
  ]
  return [
    figure({
      what: `${what}, whole sync`,
      ours: middle(({ seconds }) => seconds),
      unit: 's',
      atMost: 180,
      note: `waiting ${waited}, parsing ${parsed}, writing ${written} ms`,
    }),
    figureAgainst('COPY and upsert', rowsPerSecond(middle(({ copied }) => copied)), {
      what: `${what}, writing`,
      ours: rowsPerSecond(written),
      unit: 'rows/s',
      atLeast: 0.5,
    }),
  ]
}

/** With Amazon's limits in force: how much of what it allows is used, and whether it is ever exceeded. */
async function benchPace(stage: BenchEnvironment): Promise<Figure[]> {
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
