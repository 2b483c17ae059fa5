import { Rejected } from '#server/ports/failure.ts'
import { parseKeepable } from './json.ts'
import { limitTime, type Timing } from './timing.ts'
import { networkTrouble, Trouble } from './trouble.ts'

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

export type Wire = { fetch: Fetch; timing: Timing }

export type Sent = {
  method: string
  url: string
  headers: Record<string, string>
  body?: BodyInit
}

export type Patience = {
  /** Milliseconds for this one try. */
  limit: number
  signal?: AbortSignal | undefined
  mostBytes?: number
}

/** Beyond any answer of the interface itself; documents say their own. */
const usualMost = 32_000_000

export type Heard = { status: number; headers: Headers; requestId: string | null; bytes: Buffer }

/** One try: what came back in full, or a `Trouble`. Nothing is followed elsewhere, since the headers carry a token. */
export async function send({ fetch, timing }: Wire, sent: Sent, patience: Patience): Promise<Heard> {
  const { limit, signal, mostBytes = usualMost } = patience
  const time = limitTime(timing, limit, signal)
  const { url, ...init } = sent
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal: time.signal })
    const requestId = response.headers.get('x-amzn-requestid')
    const { status, headers } = response
    if (isTrouble(status)) {
      await response.body?.cancel()
      throw new Trouble(status === 429 ? 'throttled' : 'faulty', { status, requestId })
    }
    return { status, headers, requestId, bytes: await readWhole(response, mostBytes) }
  } catch (error) {
    if (error instanceof Trouble || error instanceof Rejected) throw error
    signal?.throwIfAborted()
    if (time.isOver()) throw new Trouble('slow', { reason: `${Math.round(limit / 1000)} s` })
    throw networkTrouble(error)
  } finally {
    time.end()
  }
}

/** Beyond Amazon's own 429 and 5xx: its interface never sends anybody elsewhere. */
const isTrouble = (status: number) => status === 429 || status >= 500 || (status >= 300 && status < 400)

async function readWhole({ body }: Response, most: number): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of body ?? []) {
    parts.push(part)
    length += part.length
    if (length > most) throw tooLarge(most)
  }
  return Buffer.concat(parts, length)
}

export function tooLarge(mostBytes: number): Rejected {
  return new Rejected(`Amazon’s answer is larger than ${Math.round(mostBytes / 1_000_000)} MB.`, {
    code: 'too_large',
    whoActs: 'lockstep',
  })
}

/** An empty answer is an empty object; what isn't JSON comes from a gateway before Amazon's interface. */
export function parseJson({ bytes, status, requestId }: Heard): unknown {
  if (bytes.length === 0) return {}
  try {
    return parseKeepable(bytes.toString('utf8'))
  } catch {
    throw new Trouble('unreadable', { status, requestId, reason: `${status}, not JSON` })
  }
}
