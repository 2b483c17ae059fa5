import {
  connectSeller,
  createCompany,
  startSync,
  setLimits,
  stockOf,
  stockSeller,
  watchRun,
  type StockedRow,
  type WatchedRun,
} from './amazon-shop.ts'
import { copyStock } from './baselines/copy-stock.ts'
import { median, timed } from './harness/measure.ts'
import { figure, figureAgainst, type Figure } from './harness/report.ts'
import type { BenchEnvironment } from './harness/environments.ts'

const skuCount = 100_000
const limitedPages = 200
const pageSize = 50
const operation = 'getInventorySummaries'
/** Amazon's rate limit of getInventorySummaries, in calls per second. */
const allowedRate = 2

/** Number of syncs in which a tenth of the stock has changed. */
const rounds = 3

/** A full sync into an empty company, and again with a tenth of the stock changed; then with Amazon's rate limits on. */
export async function benchAmazon(environment: BenchEnvironment): Promise<Figure[]> {
  const items = stockOf('SYNC', skuCount)
  const copy = await createCopyBaseline(environment)
  const company = await createCompany(environment, 'amazon-bench')
  const measureSync = async (rows: StockedRow[], sync: () => Promise<unknown>): Promise<MeasuredSync> => {
    const copied = await copy.time(rows)
    stockSeller(environment, 'ABENCHLARGE', rows)
    await sync()
    const watched = await watchRun(environment, company, skuCount)
    return { ...watched, copied, parts: await readParts(environment, watched.run.id) }
  }
  const first = await measureSync(items, () => connectSeller(environment, company, 'ABENCHLARGE'))
  const again: MeasuredSync[] = []
  for (let round = 0; round < rounds; round += 1) {
    again.push(await measureSync(changed(items, round), () => startSync(environment, company)))
  }
  await copy.close()
  return [
    ...figuresOf('100,000 new SKUs', [first]),
    ...figuresOf('100,000 SKUs, a tenth changed', again),
    memoryOf(first, again[0]),
    ...(await benchRateLimit(environment)),
  ]
}

/** Changes another tenth in each round, on top of the earlier ones. */
const changed = (items: StockedRow[], round: number): StockedRow[] =>
  items.map((item, index) => ({ ...item, fulfillable: item.fulfillable + (index % 10 <= round ? 1 : 0) }))

/** Memory must not grow with the second half of the rows. */
const memoryOf = (first: MeasuredSync, second: MeasuredSync | undefined): Figure =>
  figureAgainst('the first half', first.peakBytes / 1e6, {
    what: '200,000 rows, memory of the second half',
    ours: (second?.peakBytes ?? NaN) / 1e6,
    unit: 'MB',
    atMost: 1.2,
  })

/** Baseline: the same rows by COPY into another company, so that both write to equal tables. */
async function createCopyBaseline(environment: BenchEnvironment) {
  const { companyId } = await createCompany(environment, 'copy-bench')
  await environment.owner.query(
    `insert into amazon_integrations (company_id, id, name, client_id, client_secret, seller_id)
     values ($1, new_id(), 'Copied', '', '', 'COPIED')`,
    [companyId],
  )
  const bare = await environment.openBare(companyId)
  return {
    time: (rows: StockedRow[]) => timed(() => copyStock(bare, companyId, rows)),
    close: () => bare.end(),
  }
}

const rowsPerSecond = (milliseconds: number) => (skuCount * 1000) / milliseconds

type Parts = { waited: number; parsed: number; written: number }

/** A measured sync with its baseline. */
type MeasuredSync = WatchedRun & { parts: Parts; copied: number }

async function readParts({ owner }: BenchEnvironment, runId: string): Promise<Parts> {
  const { rows } = await owner.query<{ result: Parts }>('select result from marketplace_sync_runs where id = $1', [
    runId,
  ])
  return rows[0]?.result ?? { waited: NaN, parsed: NaN, written: NaN }
}

function figuresOf(what: string, syncs: MeasuredSync[]): Figure[] {
  const middle = (pick: (sync: MeasuredSync) => number) => median(syncs.map(pick))
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

/** With Amazon's rate limits on: the share of the allowed rate that is used, and violations of it. */
async function benchRateLimit(environment: BenchEnvironment): Promise<Figure[]> {
  await setLimits(environment, 'amazon')
  const company = await createCompany(environment, 'pace-bench')
  stockSeller(environment, 'ABENCHPACED', stockOf('PACE', limitedPages * pageSize))
  environment.amazon.stats.reset()
  await connectSeller(environment, company, 'ABENCHPACED')
  await watchRun(environment, company, limitedPages * pageSize)
  const { requests, violations, firstAt, lastAt } = environment.amazon.stats.read()[operation] ?? nothing
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
