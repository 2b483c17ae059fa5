import { Rejected } from '#server/ports/failure.ts'
import { parseStorableJson } from './json.ts'
import { limitTime, type Timing } from './timing.ts'
import { toNetworkError, RetryableError } from './trouble.ts'

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

export type HttpSettings = { fetch: Fetch; timing: Timing }

export type HttpRequest = {
  method: string
  url: string
  headers: Record<string, string>
  body?: BodyInit
}

export type SendOptions = {
  /** Milliseconds for this one try. */
  limit: number
  signal?: AbortSignal | undefined
  mostBytes?: number
}

/** Beyond any answer of the interface itself; documents say their own. */
const usualMostBytes = 32_000_000

export type HttpResponse = { status: number; headers: Headers; requestId: string | null; bytes: Buffer }

/** One try: what came back in full, or a `Trouble`. Nothing is followed elsewhere, since the headers carry a token. */
export async function send(
  { fetch, timing }: HttpSettings,
  sent: HttpRequest,
  patience: SendOptions,
): Promise<HttpResponse> {
  const { limit, signal, mostBytes = usualMostBytes } = patience
  const time = limitTime(timing, limit, signal)
  const { url, ...init } = sent
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal: time.signal })
    const requestId = response.headers.get('x-amzn-requestid')
    const { status, headers } = response
    if (isRetryableStatus(status)) {
      await response.body?.cancel()
      throw new RetryableError(status === 429 ? 'throttled' : 'faulty', { status, requestId })
    }
    return { status, headers, requestId, bytes: await readBody(response, mostBytes) }
  } catch (error) {
    if (error instanceof RetryableError || error instanceof Rejected) throw error
    signal?.throwIfAborted()
    if (time.isOver()) throw new RetryableError('slow', { reason: `${Math.round(limit / 1000)} s` })
    throw toNetworkError(error)
  } finally {
    time.end()
  }
}

/** Beyond Amazon's own 429 and 5xx: its interface never sends anybody elsewhere. */
const isRetryableStatus = (status: number) => status === 429 || status >= 500 || (status >= 300 && status < 400)

async function readBody({ body }: Response, most: number): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of body ?? []) {
    parts.push(part)
    length += part.length
    if (length > most) throw tooLargeError(most)
  }
  return Buffer.concat(parts, length)
}

export function tooLargeError(mostBytes: number): Rejected {
  return new Rejected(`Amazon’s answer is larger than ${Math.round(mostBytes / 1_000_000)} MB.`, {
    code: 'too_large',
    whoActs: 'lockstep',
  })
}

/** An empty answer is an empty object; what isn't JSON comes from a gateway before Amazon's interface. */
export function parseJson({ bytes, status, requestId }: HttpResponse): unknown {
  if (bytes.length === 0) return {}
  try {
    return parseStorableJson(bytes.toString('utf8'))
  } catch {
    throw new RetryableError('unreadable', { status, requestId, reason: `${status}, not JSON` })
  }
}
