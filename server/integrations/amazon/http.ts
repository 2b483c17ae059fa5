import { say } from '#contract/i18n.ts'
import { Rejected } from '#server/ports/failure.ts'
import { isRetryableStatus, RetryableError, toNetworkError } from './errors.ts'
import type { Query, WireRequest } from './operation.ts'
import type { Fetch } from './settings.ts'
import { limitTime, type Timing } from './timing.ts'

export type HttpSettings = { fetch: Fetch; timing: Timing }

export type HttpRequest = {
  method: string
  url: string
  headers: Record<string, string>
  body?: BodyInit
}

export type SendOptions = {
  /** Milliseconds for this one attempt. */
  limit: number
  signal?: AbortSignal | undefined
  mostBytes?: number
}

/** Larger than any answer of the API itself; document downloads pass their own limit. */
const usualMostBytes = 32_000_000

export type HttpResponse = { status: number; headers: Headers; requestId: string | null; bytes: Buffer }

/**
 * Sends one attempt and reads the whole answer, or throws a `RetryableError`. Redirects are not followed, because the
 * headers carry a token.
 */
export async function send(
  { fetch, timing }: HttpSettings,
  sent: HttpRequest,
  options: SendOptions,
): Promise<HttpResponse> {
  const { limit, signal, mostBytes = usualMostBytes } = options
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
  return new Rejected(
    say('Amazon’s response is larger than {megabytes} MB.', { megabytes: Math.round(mostBytes / 1_000_000) }),
    { code: 'too_large', whoActs: 'lockstep' },
  )
}

/** An empty answer is an empty object. An answer that is not JSON comes from a gateway in front of the API. */
export function parseJson({ bytes, status, requestId }: HttpResponse): unknown {
  if (bytes.length === 0) return {}
  try {
    return parseStorableJson(bytes.toString('utf8'))
  } catch {
    throw new RetryableError('unreadable', { status, requestId, reason: `${status}, not JSON` })
  }
}

/** NUL and lone surrogates: JSON can spell them, PostgreSQL's text and jsonb cannot store them. */
const unstorable = /\\u(?:0000|d[89a-f])/i

/**
 * Parses JSON and drops characters that PostgreSQL cannot store, so that one of them does not stop an account's whole
 * sync.
 */
export function parseStorableJson(text: string): unknown {
  return unstorable.test(text) ? JSON.parse(text, toStorable) : JSON.parse(text)
}

const toStorable = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value

/**
 * `path` is already encoded. Each item of a list is encoded by itself, so that a comma inside a SKU is not a separator.
 */
export function buildUrl(base: string, { path, query }: Pick<WireRequest, 'path' | 'query'>): string {
  const search = Object.entries(query ?? {}).flatMap(([name, value]) => {
    const written = encodeQueryValue(value)
    return written === null ? [] : [`${encodeURIComponent(name)}=${written}`]
  })
  return `${base.replace(/\/+$/, '')}${path}${search.length > 0 ? `?${search.join('&')}` : ''}`
}

function encodeQueryValue(value: Query[string]): string | null {
  if (value === undefined) return null
  if (typeof value === 'object')
    return value.length > 0 ? value.map((part) => encodeURIComponent(part)).join(',') : null
  return encodeURIComponent(value)
}
