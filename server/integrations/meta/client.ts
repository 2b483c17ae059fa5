import { createHmac } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { z } from 'zod'
import { say } from '#contract/i18n.ts'
import { Rejected, Unauthorized, Unavailable } from '#server/ports/failure.ts'
import { parseError, toFailure } from './errors.ts'

export type MetaSettings = {
  /** Replaces Meta's host, for example by the emulator. */
  graphUrl: string | undefined
  /** Secret of our application at Meta: it signs Meta's webhooks and proves our calls. */
  appSecret: string | undefined
  /** Our version, sent in the User-Agent. */
  version: string
  fetch: typeof fetch
  timing?: Timing
}

/** The clock and timers of the adapter; tests pass their own. */
export type Timing = {
  /** Milliseconds since 1970. */
  now(): number
  sleep(milliseconds: number): Promise<void>
  /** Aborted after that time without an answer. */
  limit(milliseconds: number): AbortSignal
}

export const systemTiming: Timing = {
  now: () => Date.now(),
  sleep: (milliseconds) => wait(milliseconds),
  limit: (milliseconds) => AbortSignal.timeout(milliseconds),
}

/** Meta supports a version of the Graph API for about two years. */
const graphVersion = 'v25.0'

const metaUrl = 'https://graph.facebook.com'
const answerTimeout = 20_000
export type Query = Record<string, string>

/** The only way out to the Graph API, with one access token. */
export type GraphClient = {
  get<Wire extends z.ZodType>(path: string, query: Query, wire: Wire): Promise<z.output<Wire>>
  /** Every write is idempotent: it carries an idempotency key or sets an absolute state. */
  post<Wire extends z.ZodType>(path: string, body: object, wire: Wire): Promise<z.output<Wire>>
}

export function createGraphClient(settings: MetaSettings, token: string | null): GraphClient {
  if (!token) throw new Unauthorized(say('This channel has no access token. Enter one from Meta in its settings.'))
  const base = settings.graphUrl ?? metaUrl
  const proof = appSecretProof(token, settings.appSecret)

  const ask = async <Wire extends z.ZodType>(path: string, query: Query, init: RequestInit, wire: Wire) => {
    const url = new URL(`${graphVersion}/${path}`, base.endsWith('/') ? base : `${base}/`)
    for (const [name, value] of Object.entries({ ...query, ...proof })) url.searchParams.set(name, value)
    const headers = {
      accept: 'application/json',
      authorization: `Bearer ${token}`,
      'user-agent': `Lockstep/${settings.version}`,
      ...(init.body ? { 'content-type': 'application/json' } : {}),
    }
    const reply = await send(settings, url, { ...init, headers })
    return parseReply(reply, wire, [token, ...Object.values(proof)])
  }
  return {
    get: (path, query, wire) => ask(path, query, { method: 'GET' }, wire),
    post: (path, body, wire) => ask(path, {}, { method: 'POST', body: JSON.stringify(body) }, wire),
  }
}

/** `appsecret_proof` proves that our application uses the token, so a stolen token alone is useless. */
const appSecretProof = (token: string, appSecret: string | undefined): { appsecret_proof?: string } =>
  appSecret ? { appsecret_proof: createHmac('sha256', appSecret).update(token).digest('hex') } : {}

type GraphReply = { status: number; headers: Headers; body: unknown }

/**
 * Redirects are not followed, because the headers carry a token. Errors of `fetch` are not passed on, because they may
 * contain what was sent.
 */
async function send(settings: MetaSettings, url: URL, init: RequestInit): Promise<GraphReply> {
  const { fetch, timing = systemTiming } = settings
  const signal = timing.limit(answerTimeout)
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal })
    return { status: response.status, headers: response.headers, body: parseJson(await response.text()) }
  } catch {
    throw new Unavailable(
      signal.aborted ? say('Meta did not respond in time.') : say('Meta can’t be reached at the moment.'),
    )
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function parseReply<Wire extends z.ZodType>(
  { status, headers, body }: GraphReply,
  wire: Wire,
  secrets: readonly string[],
) {
  const error = parseError(body, secrets)
  if (error || status >= 400) throw toFailure(status, headers, error)
  if (body === undefined || status >= 300) {
    throw new Unavailable(say('Meta’s response could not be read ({status}).', { status: String(status) }))
  }
  const parsed = wire.safeParse(body)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const where = `${issue?.path.join('.') || 'the whole'}: ${issue?.code ?? 'unknown'}`
  throw new Rejected(say('Meta sent a response that Lockstep can’t read ({where}).', { where }), {
    code: 'unknown_shape',
    whoActs: 'lockstep',
  })
}
