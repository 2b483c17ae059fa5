import type { z } from 'zod'
import { Unavailable } from '#server/ports/failure.ts'
import { toFailure } from './errors.ts'

export type TwilioSettings = {
  /** Replaces Twilio's host, for example by the emulator. */
  apiUrl: string | undefined
  accountSid: string
  authToken: string
  /** The sender's number. */
  from: string
  /** Our version, sent in the User-Agent. */
  version: string
  fetch: typeof fetch
  /** Signal that is aborted after that time; tests pass their own. */
  limit?: (milliseconds: number) => AbortSignal
}

const twilioUrl = 'https://api.twilio.com'
const answerTimeout = 20_000
type Form = Record<string, string>

/** The only way out to Twilio's REST API. */
export type TwilioClient = {
  get<Wire extends z.ZodType>(path: string, wire: Wire): Promise<z.output<Wire>>
  post<Wire extends z.ZodType>(path: string, form: Form, wire: Wire): Promise<z.output<Wire>>
}

export function createTwilioClient(settings: TwilioSettings): TwilioClient {
  const { accountSid, authToken, version } = settings
  const headers = {
    accept: 'application/json',
    authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
    'user-agent': `Lockstep/${version}`,
  }
  const ask = async <Wire extends z.ZodType>(path: string, init: RequestInit, wire: Wire): Promise<z.output<Wire>> => {
    const { status, headers: replyHeaders, body } = await send(settings, path, { ...init, headers })
    if (status < 200 || status >= 300) throw toFailure(status, replyHeaders, body)
    const read = wire.safeParse(body)
    if (read.success) return read.data
    throw new Unavailable('Twilio answered in a way that Lockstep does not know.', { mayHaveHappened: true })
  }
  return {
    get: (path, wire) => ask(path, { method: 'GET' }, wire),
    post: (path, form, wire) => ask(path, { method: 'POST', body: new URLSearchParams(form) }, wire),
  }
}

type TwilioReply = { status: number; headers: Headers; body: unknown }

/**
 * Redirects are not followed, because the headers carry the token. Errors of `fetch` are not passed on, because they
 * may contain what was sent.
 */
async function send(settings: TwilioSettings, path: string, init: RequestInit): Promise<TwilioReply> {
  const { fetch, apiUrl = twilioUrl, limit = (milliseconds) => AbortSignal.timeout(milliseconds) } = settings
  const signal = limit(answerTimeout)
  try {
    const response = await fetch(new URL(path, apiUrl), { ...init, redirect: 'manual', signal })
    return { status: response.status, headers: response.headers, body: parseJson(await response.text()) }
  } catch (error) {
    if (signal.aborted) throw new Unavailable('Twilio did not answer in time.', { mayHaveHappened: true })
    throw new Unavailable('Twilio can’t be reached at the moment.', { mayHaveHappened: !isNeverSent(error) })
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

const connectErrorCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

function isNeverSent(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { cause } = error
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isNeverSent)
  return ('code' in error && connectErrorCodes.has(String(error.code))) || isNeverSent(cause)
}
