import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { openSession, publicUrl } from '#server/testing/app.ts'
import { buildSku, buildUser } from '#server/testing/builders.ts'
import { send } from '../harness/raw-request.ts'
import { openWeb, type Web } from '../harness/web-server.ts'
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

const mostTimes = 3

/**
 * Quiet and beset by turns, so that whatever else the machine does falls on both. A few slow calls by chance are the whole of
 * a short p99, so that it is looked at for longer before it is believed.
 */
const sizes = {
  short: { windows: { least: 4, most: 12 }, calls: 100 },
  long: { windows: { least: 10, most: 10 }, calls: 200 },
} as const

/** The server's time-outs, and how late it may notice: it looks every half minute. */
const headersEndMs = 65_000

const bodiesEndMs = 335_000

export const runSlowLoris: Scenario = async (told) => {
  const web = await openWeb()
  try {
    return await beset(web, told)
  } finally {
    await web.close()
  }
}

async function beset(web: Web, { size }: ScenarioOptions): Promise<ScenarioResult> {
  const { deps, url } = web
  const { id: userId, companyId } = await buildUser(deps.db, { role: 'ops' })
  const { headers } = await openSession(deps, userId)
  const { id: skuId } = await buildSku(deps.db, companyId ?? '')
  // From one address it would be told to wait after a while.
  let asked = 0
  const call = () => {
    asked += 1
    const from = { 'x-forwarded-for': `10.40.${Math.floor(asked / 500)}.1`, origin: publicUrl }
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
  for (let window = 0; window < windows.least || (window < windows.most && ratio() > mostTimes); window += 1) {
    await measure(quiet)
    const slow = await openSlowSockets(url, speechesOf(headers))
    await measure(loaded)
    held = Math.min(held, slow.open('headers') + slow.open('body'))
    slow.close()
  }
  return {
    claims: [
      atLeast('slow sockets that were held all the while', held, sockets),
      exactly('calls of a healthy client that failed', failed, 0),
      atMost(`p99 of a healthy client, of ${p99(quiet).toFixed(1)} ms when it is quiet`, ratio(), mostTimes, '×'),
      ...(size === 'long' ? await waitForEnd(await openSlowSockets(url, speechesOf(headers))) : []),
    ],
    wrong: [],
  }
}

/** Half of them never end their headers; half never end the body of a call that they may make. */
function speechesOf(headers: Record<string, string>): Speech[] {
  const lines = Object.entries({ ...headers, origin: publicUrl }).map(([name, value]) => `${name}: ${value}\r\n`)
  const start = `POST /api/products HTTP/1.1\r\nhost: localhost\r\n`
  const body = `${start}${lines.join('')}content-type: application/json\r\ncontent-length: 900000\r\n\r\n{"title":"`
  return Array.from({ length: sockets }, (_, index) =>
    index % 2 ? { kind: 'headers', text: `${start}x-slow: ` } : { kind: 'body', text: body },
  )
}

/** The server lets go of all of them by itself. */
async function waitForEnd(slow: SlowSockets): Promise<Claim[]> {
  const begun = performance.now()
  const until = async (kind: Speech['kind'], most: number) => {
    while (slow.open(kind) > 0 && performance.now() - begun < most) await sleep(500)
    return exactly(
      `sockets with slow ${kind} open after ${Math.round((performance.now() - begun) / 1000)} s`,
      slow.open(kind),
      0,
    )
  }
  const claims = [await until('headers', headersEndMs), await until('body', bodiesEndMs)]
  const others = slow.heard().filter((line) => line !== 'HTTP/1.1 408 Request Timeout')
  slow.close()
  return [...claims, exactly('of them told something else than 408', others.length, 0)]
}

function p99(times: number[]): number {
  const sorted = times.toSorted((left, right) => left - right)
  return sorted[Math.floor(sorted.length * 0.99)] ?? 0
}

/** What a socket says, a byte at a time. */
type Speech = { kind: 'headers' | 'body'; text: string }

const everyMs = 100

type SlowSockets = {
  /** How many the server still listens to. */
  open(kind: Speech['kind']): number
  /** What those were told that the server let go of, each once. */
  heard(): string[]
  close(): void
}

/** Opens a socket for each speech and lets it speak as slowly as it can, without an end. */
async function openSlowSockets(url: string, speeches: readonly Speech[]): Promise<SlowSockets> {
  const { hostname, port } = new URL(url)
  const talking = await Promise.all(speeches.map((speech) => begin(Number(port), hostname, speech)))
  const speaking = setInterval(() => talking.forEach(sayNext), everyMs)
  return {
    open: (kind) => talking.filter(({ speech, isOpen }) => isOpen && speech.kind === kind).length,
    heard: () => [...new Set(talking.map(({ heard }) => heard.split('\r\n')[0] ?? '').filter(Boolean))],
    close() {
      clearInterval(speaking)
      for (const { socket } of talking) socket.destroy()
    },
  }
}

type Talking = { socket: Socket; speech: Speech; said: number; isOpen: boolean; heard: string }

async function begin(port: number, host: string, speech: Speech): Promise<Talking> {
  const socket = connect({ port, host })
  const talking: Talking = { socket, speech, said: 0, isOpen: true, heard: '' }
  socket.on('data', (bytes: Buffer) => void (talking.heard += bytes.toString('latin1')))
  socket.on('error', () => void (talking.isOpen = false))
  socket.on('close', () => void (talking.isOpen = false))
  await new Promise((resolve) => socket.once('connect', resolve).once('error', resolve))
  // The headers of a slow body come at once: it is the body that never ends.
  if (speech.kind === 'body') talking.said = speech.text.indexOf('\r\n\r\n') + 4
  socket.write(speech.text.slice(0, talking.said))
  return talking
}

function sayNext(talking: Talking): void {
  const { socket, speech } = talking
  if (!talking.isOpen || socket.destroyed) return
  socket.write(speech.text[talking.said] ?? 'x')
  talking.said += 1
}
