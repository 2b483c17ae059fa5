import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { openSession, publicUrl } from '#server/testing/app.ts'
import { buildSku, buildUser } from '#server/testing/builders.ts'
import { send } from '../harness/raw-request.ts'
import { startWebSystem, type WebSystem } from '../harness/web-server.ts'
import {
  atLeast,
  atMost,
  type Claim,
  exactly,
  type Scenario,
  type ScenarioOptions,
  type ScenarioResult,
} from '../scenario-result.ts'

const sockets = 200

const maxRatio = 3

/**
 * Quiet and loaded windows alternate, so that noise of the machine affects both. In the short run a few slow calls decide the
 * p99, so a bad ratio is measured for more windows before it counts.
 */
const sizes = {
  short: { windows: { least: 4, most: 12 }, calls: 100 },
  long: { windows: { least: 10, most: 10 }, calls: 200 },
} as const

/** The server's time-outs plus the half minute between its checks. */
const headersEndMs = 65_000

const bodiesEndMs = 335_000

export const runSlowLoris: Scenario = async (options) => {
  const web = await startWebSystem()
  try {
    return await measureUnderAttack(web, options)
  } finally {
    await web.close()
  }
}

async function measureUnderAttack(web: WebSystem, { size }: ScenarioOptions): Promise<ScenarioResult> {
  const { deps, url } = web
  const { id: userId, companyId } = await buildUser(deps.db, { role: 'ops' })
  const { headers } = await openSession(deps, userId)
  const { id: skuId } = await buildSku(deps.db, companyId ?? '')
  // Changing addresses, to stay below the rate limit.
  let callCount = 0
  const call = () => {
    callCount += 1
    const from = { 'x-forwarded-for': `10.40.${Math.floor(callCount / 500)}.1`, origin: publicUrl }
    return send(url, { method: 'GET', path: `/api/inventory/${skuId}`, headers: { ...headers, ...from }, body: null })
  }
  const { windows, calls } = sizes[size]
  const [quiet, loaded]: [number[], number[]] = [[], []]
  let failed = 0
  const measure = async (times: number[]) => {
    for (let made = 0; made < calls; made += 1) {
      const { status, ms } = await call()
      if (status !== 200) failed += 1
      times.push(ms)
    }
  }
  await measure([])
  let held = sockets
  const ratio = () => p99(loaded) / p99(quiet)
  for (let window = 0; window < windows.least || (window < windows.most && ratio() > maxRatio); window += 1) {
    await measure(quiet)
    const slow = await openSlowSockets(url, slowRequests(headers))
    await measure(loaded)
    held = Math.min(held, slow.open('headers') + slow.open('body'))
    slow.close()
  }
  return {
    claims: [
      atLeast('slow sockets that were held throughout', held, sockets),
      exactly('calls of a healthy client that failed', failed, 0),
      atMost(`p99 of a healthy client, of ${p99(quiet).toFixed(1)} ms when it is quiet`, ratio(), maxRatio, '×'),
      ...(size === 'long' ? await waitForTimeouts(await openSlowSockets(url, slowRequests(headers))) : []),
    ],
    wrong: [],
  }
}

/** Half of the requests never end their headers, half never end the body of an authorized call. */
function slowRequests(headers: Record<string, string>): SlowRequest[] {
  const lines = Object.entries({ ...headers, origin: publicUrl }).map(([name, value]) => `${name}: ${value}\r\n`)
  const start = `POST /api/products HTTP/1.1\r\nhost: localhost\r\n`
  const body = `${start}${lines.join('')}content-type: application/json\r\ncontent-length: 900000\r\n\r\n{"title":"`
  return Array.from({ length: sockets }, (_, index) =>
    index % 2 ? { kind: 'headers', text: `${start}x-slow: ` } : { kind: 'body', text: body },
  )
}

/** The server must time out all of them by itself. */
async function waitForTimeouts(slow: SlowSockets): Promise<Claim[]> {
  const startedAt = performance.now()
  const until = async (kind: SlowRequest['kind'], most: number) => {
    while (slow.open(kind) > 0 && performance.now() - startedAt < most) await sleep(500)
    return exactly(
      `sockets with slow ${kind} open after ${Math.round((performance.now() - startedAt) / 1000)} s`,
      slow.open(kind),
      0,
    )
  }
  const claims = [await until('headers', headersEndMs), await until('body', bodiesEndMs)]
  const others = slow.received().filter((line) => line !== 'HTTP/1.1 408 Request Timeout')
  slow.close()
  return [...claims, exactly('of them answered something else than 408', others.length, 0)]
}

function p99(times: number[]): number {
  const sorted = times.toSorted((left, right) => left - right)
  return sorted[Math.floor(sorted.length * 0.99)] ?? 0
}

/** A request that is sent one byte at a time. */
type SlowRequest = { kind: 'headers' | 'body'; text: string }

const byteIntervalMs = 100

type SlowSockets = {
  /** How many sockets the server still holds open. */
  open(kind: SlowRequest['kind']): number
  /** Distinct status lines that closed sockets received. */
  received(): string[]
  close(): void
}

/** Opens a socket for each request and sends a byte every 100 ms, without end. */
async function openSlowSockets(url: string, requests: readonly SlowRequest[]): Promise<SlowSockets> {
  const { hostname, port } = new URL(url)
  const slowSockets = await Promise.all(requests.map((request) => openSlowSocket(Number(port), hostname, request)))
  const timer = setInterval(() => slowSockets.forEach(sendNextByte), byteIntervalMs)
  return {
    open: (kind) => slowSockets.filter(({ request, isOpen }) => isOpen && request.kind === kind).length,
    received: () => [...new Set(slowSockets.map(({ received }) => received.split('\r\n')[0] ?? '').filter(Boolean))],
    close() {
      clearInterval(timer)
      for (const { socket } of slowSockets) socket.destroy()
    },
  }
}

type SlowSocket = { socket: Socket; request: SlowRequest; sentBytes: number; isOpen: boolean; received: string }

async function openSlowSocket(port: number, host: string, request: SlowRequest): Promise<SlowSocket> {
  const socket = connect({ port, host })
  const slowSockets: SlowSocket = { socket, request, sentBytes: 0, isOpen: true, received: '' }
  socket.on('data', (bytes: Buffer) => void (slowSockets.received += bytes.toString('latin1')))
  socket.on('error', () => void (slowSockets.isOpen = false))
  socket.on('close', () => void (slowSockets.isOpen = false))
  await new Promise((resolve) => socket.once('connect', resolve).once('error', resolve))
  // The headers of a slow body are sent at once.
  if (request.kind === 'body') slowSockets.sentBytes = request.text.indexOf('\r\n\r\n') + 4
  socket.write(request.text.slice(0, slowSockets.sentBytes))
  return slowSockets
}

function sendNextByte(slowSockets: SlowSocket): void {
  const { socket, request } = slowSockets
  if (!slowSockets.isOpen || socket.destroyed) return
  socket.write(request.text[slowSockets.sentBytes] ?? 'x')
  slowSockets.sentBytes += 1
}
