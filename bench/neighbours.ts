import { setTimeout as sleep } from 'node:timers/promises'
import { reportTypes } from '#contract/report-values.ts'
import { awaitRun, connectSeller, startSync, stockOf, stockSeller } from './amazon-shop.ts'
import { browseInChild } from './harness/browse-in-child.ts'
import type { BenchEnvironment } from './harness/environments.ts'
import { median, percentile } from './harness/measure.ts'
import { type Figure, figureAgainst } from './harness/report.ts'
import { periodTo } from './reports.ts'
import { uploadRows } from './data/upload-rows.ts'
import { sendFile, workbookOf } from './upload.ts'

const quietSeconds = 20

const busySeconds = 60

const skuCount = 100_000

/** More files than can be uploaded in that time; each changes all of its SKUs. */
const maxUploads = 10

const maxTimesQuiet = 2

const paths = ['/api/orders', '/api/inventory', '/api/products', '/api/orders/waiting', '/api/dashboard/metrics']

/** Latency for a small company while the large one syncs its stock, uploads its catalog and reads reports. */
export async function benchNeighbours(environment: BenchEnvironment): Promise<Figure[]> {
  const headers = await environment.signIn('neighbour@lockstep.test')
  const measure = (seconds: number) => browseInChild({ target: { url: environment.url, headers }, paths, seconds })
  await measure(2)
  const quiet = await measure(quietSeconds)
  const work = await startWork(environment)
  await sleep(2_000)
  const busy = await measure(busySeconds)
  const done = await work.end()
  const note = `p50 ${median(busy).toFixed(1)} against ${median(quiet).toFixed(1)} ms, of ${busy.length} calls; meanwhile ${done}`
  return [
    figureAgainst('when all is quiet', percentile(quiet, 0.95), {
      what: 'a small company’s calls beside a busy large one, p95',
      ours: percentile(busy, 0.95),
      unit: 'ms',
      atMost: maxTimesQuiet,
      note,
    }),
  ]
}

/** Runs all three concurrently, repeatedly, until `end`, which returns how much was done. */
async function startWork(environment: BenchEnvironment) {
  const theo = { companyId: environment.companyId, headers: environment.headers }
  const files = Array.from({ length: maxUploads }, (_, round) => workbookOf(uploadRows(round, 'BUSY', 5_000)))
  stockSeller(environment, 'ABENCHBUSY', stockOf('BUSY-SYNC', skuCount))
  await connectSeller(environment, theo, 'ABENCHBUSY')
  const over = new AbortController()
  const repeat = async (work: (round: number) => Promise<unknown>): Promise<number> => {
    let round = 0
    for (; !over.signal.aborted; round += 1) await work(round)
    return round
  }
  const all = Promise.all([
    repeat(async (round) => {
      if (round > 0) await startSync(environment, theo)
      await awaitRun(environment, theo, skuCount, () => sleep(1_000))
    }),
    repeat((round) => sendFile(environment, files[round] ?? Buffer.alloc(0))),
    repeat((round) => readReport(environment, round)),
  ])
  return {
    async end() {
      over.abort()
      const [syncs, uploads, reports] = await all
      return `${syncs} syncs of ${skuCount} SKUs, ${uploads} uploads of 50,000 rows, ${reports} reports`
    },
  }
}

async function readReport({ url, headers }: BenchEnvironment, round: number): Promise<void> {
  const type = reportTypes[round % reportTypes.length]
  const { query } = periodTo(new Date().toISOString().slice(0, 10), 365)
  const reply = await fetch(`${url}/api/reports/${type}?${query}`, { headers })
  if (!reply.ok) throw new Error(`${type}: ${reply.status} ${await reply.text()}`)
  await reply.arrayBuffer()
}
