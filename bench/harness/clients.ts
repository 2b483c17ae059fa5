import { once } from 'node:events'
import { Agent, request, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** Where calls go, and what goes along with each of them. */
export type Target = { url: string; headers?: OutgoingHttpHeaders }

export type Callers = {
  /** Throws unless it is answered 200; what comes is not looked at. */
  get(path: string): Promise<void>
  /** Throws unless it is answered by that status. */
  post(message: Message, status: number): Promise<void>
  close(): void
}

export type Message = { path: string; headers: OutgoingHttpHeaders; body: string }

/** What a browser sends with every call. */
const ofBrowsers = { accept: 'application/json', 'accept-encoding': 'gzip, deflate, br, zstd' }

/** One address has its limit of calls a minute, so each call comes from the next of these. */
const addressCount = 1_000
const addresses = Array.from({ length: addressCount }, (_, n) => `10.0.${n >> 8}.${n & 255}`)
let calls = 0
const nextAddress = () => addresses[(calls += 1) % addressCount]

/** Connections that stay open, as lightly as can be: what calls shares the machine with what is measured. */
export function openCallers({ url, headers = {} }: Target, connections: number): Callers {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const { port } = new URL(url)
  const call = (method: string, { path, headers: own, body }: Message, status: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const sent = { ...ofBrowsers, ...headers, ...own, 'x-forwarded-for': nextAddress() }
      request({ agent, host: '127.0.0.1', port, method, path, headers: sent }, (reply) => {
        if (reply.statusCode === status) reply.once('end', resolve)
        else reject(new Error(`${path} was answered ${reply.statusCode}`))
        reply.resume()
      })
        .once('error', reject)
        .end(body)
    })
  return {
    get: (path) => call('GET', { path, headers: {}, body: '' }, 200),
    post: (message, status) => call('POST', message, status),
    close: () => agent.destroy(),
  }
}

export type Answer = { rows: unknown; total: number }

/** What one call brings, uncompressed. */
export async function readAnswer({ url, headers = {} }: Target, path: string): Promise<Answer> {
  const sent = { ...headers, 'x-forwarded-for': nextAddress() }
  const { port } = new URL(url)
  const call = request({ host: '127.0.0.1', port, path, headers: sent }).end()
  const [reply] = (await once(call, 'response')) as [IncomingMessage]
  const body = await buffer(reply)
  if (reply.statusCode !== 200) throw new Error(`${path} was answered ${reply.statusCode}: ${body.toString()}`)
  return { rows: JSON.parse(body.toString()), total: Number(reply.headers['x-total-count'] ?? Number.NaN) }
}

/** How many calls a second are answered while each connection has one under way. */
export async function callRate(callers: Callers, path: string, connections: number, seconds: number): Promise<number> {
  const begun = performance.now()
  const end = begun + seconds * 1000
  let answered = 0
  const callOnAndOn = async () => {
    while (performance.now() < end) {
      await callers.get(path)
      answered += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, callOnAndOn))
  return (answered * 1000) / (performance.now() - begun)
}
