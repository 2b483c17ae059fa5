import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { reportTypes } from '#contract/report-values.ts'
import { awaitRun, connectSeller, pressSync, stockOf, stockSeller } from './amazon-shop.ts'
import { openCallers, type Target } from './harness/clients.ts'
import type { BenchEnvironment } from './harness/environments.ts'
import { median, percentile, timed } from './harness/measure.ts'
import { type Figure, figureAgainst } from './harness/report.ts'
import { daysTo } from './reports.ts'
import { rowsOf } from './rows.ts'
import { sendFile, workbookOf } from './upload.ts'

const quietSeconds = 20

const busySeconds = 60

const skuCount = 100_000

/** More than go through in that time; each changes every SKU that it names. */
const mostUploads = 10

const mostTimesQuiet = 2

const paths = ['/api/orders', '/api/inventory', '/api/products', '/api/orders/waiting', '/api/dashboard/metrics']

/** What people of a small company wait while the large one syncs its stock, uploads its catalogue and reads its reports. */
export async function benchNeighbours(stage: BenchEnvironment): Promise<Figure[]> {
  const headers = await stage.signIn('neighbour@lockstep.test')
  const look = (seconds: number) => browse({ target: { url: stage.url, headers }, paths, seconds })
  await look(2)
  const quiet = await look(quietSeconds)
  const work = await beginWork(stage)
  await sleep(2_000)
  const busy = await look(busySeconds)
  const done = await work.end()
  const note = `p50 ${median(busy).toFixed(1)} against ${median(quiet).toFixed(1)} ms, of ${busy.length} calls; meanwhile ${done}`
  return [
    figureAgainst('when all is quiet', percentile(quiet, 0.95), {
      what: 'a small company’s calls beside a busy large one, p95',
      ours: percentile(busy, 0.95),
      unit: 'ms',
      atMost: mostTimesQuiet,
      note,
    }),
  ]
}

/** Over and over, all three at once, until it is told to end; answers how much of it was done. */
async function beginWork(stage: BenchEnvironment) {
  const theo = { companyId: stage.companyId, headers: stage.headers }
  const files = Array.from({ length: mostUploads }, (_, round) => workbookOf(rowsOf(round, 'BUSY', 5_000)))
  stockSeller(stage, 'ABENCHBUSY', stockOf('BUSY-SYNC', skuCount))
  await connectSeller(stage, theo, 'ABENCHBUSY')
  const over = new AbortController()
  const onAndOn = async (work: (turn: number) => Promise<unknown>): Promise<number> => {
    let turn = 0
    for (; !over.signal.aborted; turn += 1) await work(turn)
    return turn
  }
  const all = Promise.all([
    onAndOn(async (turn) => {
      if (turn > 0) await pressSync(stage, theo)
      await awaitRun(stage, theo, skuCount, () => sleep(1_000))
    }),
    onAndOn((turn) => sendFile(stage, files[turn] ?? Buffer.alloc(0))),
    onAndOn((turn) => readReport(stage, turn)),
  ])
  return {
    async end() {
      over.abort()
      const [syncs, uploads, reports] = await all
      return `${syncs} syncs of ${skuCount} SKUs, ${uploads} uploads of 50,000 rows, ${reports} reports`
    },
  }
}

async function readReport({ url, headers }: BenchEnvironment, turn: number): Promise<void> {
  const type = reportTypes[turn % reportTypes.length]
  const { query } = daysTo(new Date().toISOString().slice(0, 10), 365)
  const reply = await fetch(`${url}/api/reports/${type}?${query}`, { headers })
  if (!reply.ok) throw new Error(`${type}: ${reply.status} ${await reply.text()}`)
  await reply.arrayBuffer()
}

type Looking = { target: Target; paths: readonly string[]; seconds: number }

const restMilliseconds = 20

/**
 * Somebody who looks at one page after the other, from a process of their own: what else a bench does must not keep them.
 * Answers how long each look took.
 */
async function browse(looking: Looking): Promise<number[]> {
  const looker = fork(import.meta.filename)
  looker.send(looking)
  const [times] = (await Promise.race([once(looker, 'message'), once(looker, 'exit').then(refuse)])) as [number[]]
  return times
}

function refuse(): never {
  throw new Error('Whoever looked around went away')
}

if (process.argv[1] === import.meta.filename) {
  const [looking] = (await once(process, 'message')) as [Looking]
  process.send?.(await look(looking))
  process.disconnect()
}

async function look({ target, paths, seconds }: Looking): Promise<number[]> {
  const callers = openCallers(target, 1)
  const times: number[] = []
  const end = performance.now() + seconds * 1000
  for (let turn = 0; performance.now() < end; turn += 1) {
    times.push(await timed(() => callers.get(paths[turn % paths.length] ?? '')))
    await sleep(restMilliseconds)
  }
  callers.close()
  return times
}
