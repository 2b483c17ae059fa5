import { browseInChild } from './harness/browse-in-child.ts'
import { createCallers, type Target } from './harness/clients.ts'
import type { BenchEnvironment } from './harness/environments.ts'
import { alternate, median, percentile } from './harness/measure.ts'
import { type Figure, figureAgainst } from './harness/report.ts'

const rounds = 8

const roundSeconds = 3

const maxTimesQuiet = 3

/** Calls without an account, as many as so many connections can make. */
type Load = { path: string; connections: number; statuses: number[]; headersOf(round: number): Record<string, string> }

/** Latency of others while visitors call as fast as they can: whoever asks for the API's documentation, and whoever guesses keys. */
export async function benchVisitors({ url, headers }: BenchEnvironment): Promise<Figure[]> {
  return [
    await latencyBeside(
      '/healthz beside 16 connections that read /api/docs, p95',
      { target: { url }, paths: ['/healthz'] },
      { path: '/api/docs', connections: 16, statuses: [200, 429], headersOf: from },
    ),
    await latencyBeside(
      'orders page beside 32 connections with wrong keys, p95',
      { target: { url, headers }, paths: ['/api/orders'] },
      {
        path: '/api/v1/inventory',
        connections: 32,
        statuses: [401, 429],
        headersOf: (round) => ({ authorization: 'Bearer ls_live_wrong', ...from(round) }),
      },
    ),
  ]
}

/** One client, but another one in each round: its first calls are within the limits, and are served and looked up. */
const from = (round: number) => ({ 'x-forwarded-for': `203.0.113.${round}` })

type Measured = { target: Target; paths: readonly string[] }

async function latencyBeside(what: string, measured: Measured, load: Load): Promise<Figure> {
  let round = 0
  let calls = 0
  const measure = () => browseInChild({ ...measured, seconds: roundSeconds })
  const besideLoad = async () => {
    const work = startLoad(measured.target.url, load, (round += 1))
    const times = await measure()
    calls += await work.end()
    return times
  }
  const measurements = await alternate({ quiet: measure, busy: besideLoad }, (work) => work(), rounds, 1)
  const [quiet, busy] = [measurements.quiet.flat(), measurements.busy.flat()]
  const rate = Math.round(calls / (round * roundSeconds))
  return figureAgainst('when all is quiet', percentile(quiet, 0.95), {
    what,
    ours: percentile(busy, 0.95),
    unit: 'ms',
    atMost: maxTimesQuiet,
    note: `p50 ${median(busy).toFixed(1)} against ${median(quiet).toFixed(1)} ms; visitors made ${rate} calls a second`,
  })
}

/** Calls until `end`, which returns how often. */
function startLoad(url: string, { path, connections, statuses, headersOf }: Load, round: number) {
  const callers = createCallers({ url, headers: headersOf(round) }, connections)
  const over = new AbortController()
  let calls = 0
  const repeat = async () => {
    for (; !over.signal.aborted; calls += 1) await callers.get(path, ...statuses)
  }
  const all = Promise.all(Array.from({ length: connections }, repeat))
  return {
    async end(): Promise<number> {
      over.abort()
      await all
      callers.close()
      return calls
    },
  }
}
