import { once } from 'node:events'
import { Agent, request, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** A server, with headers for every request; `x-forwarded-for` among them makes all of them come from one address. */
export type Target = { url: string; headers?: OutgoingHttpHeaders }

export type Callers = {
  /** Throws unless the status is 200, or one of those given; the body is discarded. */
  get(path: string, ...statuses: number[]): Promise<void>
  /** Throws unless the response has that status. */
  post(message: Message, status: number): Promise<void>
  close(): void
}

export type Message = { path: string; headers: OutgoingHttpHeaders; body: string }

/** Headers of a browser. */
const browserHeaders = { accept: 'application/json', 'accept-encoding': 'gzip, deflate, br, zstd' }

/** Requests rotate through these addresses, to stay below the rate limit of one address. */
const addressCount = 1_000
const addresses = Array.from({ length: addressCount }, (_, n) => `10.0.${n >> 8}.${n & 255}`)
let calls = 0
const nextAddress = () => addresses[(calls += 1) % addressCount]

/** A minimal keep-alive client, since it shares the machine with what is measured. */
export function createCallers({ url, headers = {} }: Target, connections: number): Callers {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const { port } = new URL(url)
  const call = (method: string, { path, headers: own, body }: Message, statuses: readonly number[]): Promise<void> =>
    new Promise((resolve, reject) => {
      const sent = { ...browserHeaders, 'x-forwarded-for': nextAddress(), ...headers, ...own }
      request({ agent, host: '127.0.0.1', port, method, path, headers: sent }, (reply) => {
        if (statuses.includes(reply.statusCode ?? 0)) reply.once('end', resolve)
        else reject(new Error(`${path} was answered ${reply.statusCode}`))
        reply.resume()
      })
        .once('error', reject)
        .end(body)
    })
  return {
    get: (path, ...statuses) => call('GET', { path, headers: {}, body: '' }, statuses.length > 0 ? statuses : [200]),
    post: (message, status) => call('POST', message, [status]),
    close: () => agent.destroy(),
  }
}

/** A baseline counts only if it gives the same answer: the same fields, rows, order and total. */
export async function assertSameAnswer(ours: Target, thin: Target, path: string): Promise<void> {
  const [answer, baseline] = [await readList(ours, path), await readList(thin, path)]
  const [expected, actual] = [normalize(answer), normalize(baseline)]
  if (expected !== actual) throw new Error(`${path}: the thin server answers differently:\n${expected}\n${actual}`)
}

/** Ignores the order of fields and the format of timestamps. */
const normalize = (answer: object): string =>
  JSON.stringify(answer, (_key, value: unknown) => {
    if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) return Date.parse(value)
    const isRow = value !== null && typeof value === 'object' && !Array.isArray(value)
    return isRow ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => a.localeCompare(b))) : value
  })

type ListResponse = { rows: unknown; total: number }

/** One response, uncompressed. */
async function readList({ url, headers = {} }: Target, path: string): Promise<ListResponse> {
  const sent = { ...headers, 'x-forwarded-for': nextAddress() }
  const { port } = new URL(url)
  const call = request({ host: '127.0.0.1', port, path, headers: sent }).end()
  const [reply] = (await once(call, 'response')) as [IncomingMessage]
  const body = await buffer(reply)
  if (reply.statusCode !== 200) throw new Error(`${path} was answered ${reply.statusCode}: ${body.toString()}`)
  return { rows: JSON.parse(body.toString()), total: Number(reply.headers['x-total-count'] ?? Number.NaN) }
}

/** Calls per second with one call under way on each connection. */
export async function callRate(callers: Callers, path: string, connections: number, seconds: number): Promise<number> {
  const startedAt = performance.now()
  const end = startedAt + seconds * 1000
  let answered = 0
  const callRepeatedly = async () => {
    while (performance.now() < end) {
      await callers.get(path)
      answered += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, callRepeatedly))
  return (answered * 1000) / (performance.now() - startedAt)
}
