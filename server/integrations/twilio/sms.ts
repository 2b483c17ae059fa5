import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { say } from '#contract/i18n.ts'
import { Unavailable } from '#server/ports/failure.ts'
import type { Sms, SmsAnswer, SmsService } from '#server/ports/sms.ts'
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

/** Twilio writes RFC 2822 times: `Wed, 18 Aug 2027 20:01:40 +0000`. */
const moment = z.string().transform((text, issue) => {
  const time = Date.parse(text)
  if (!Number.isNaN(time)) return time
  issue.addIssue('is no time')
  return z.NEVER
})

const SentText = z.object({ sid: z.string().min(1) })

const TextPage = z.object({
  messages: z.array(z.object({ sid: z.string().min(1), body: z.string(), date_created: moment })),
  next_page_uri: z.string().nullable().default(null),
})
type TextPage = z.output<typeof TextPage>

/** Sends texts with Twilio's REST API. */
export function createTwilioSms(settings: TwilioSettings): SmsService {
  const { accountSid, authToken, from } = settings
  const client = createTwilioClient(settings)
  const path = `/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`
  return {
    from,
    async send({ to, text }) {
      const { sid } = await client.post(path, { To: to, From: from, Body: text }, SentText)
      return { externalId: sid }
    },
    findSent: (sms, since) => findSentText(client, path, { ...sms, from }, since),
    readAnswer: (call) => parseReply(authToken, call),
  }
}

const pageSize = '200'

/** Milliseconds of tolerance: Twilio's clock differs from ours, and it rounds times to seconds. */
const clockGap = 60_000

/**
 * Finds a text after a lost answer. The list is not filtered by `DateSent`, because a queued text has none and would be
 * sent twice. Pages come newest first, so the search ends at the first older text.
 */
async function findSentText(
  client: TwilioClient,
  path: string,
  { to, from, text }: Sms & { from: string },
  since: Date,
): Promise<string | null> {
  const query = new URLSearchParams({ To: to, From: from, PageSize: pageSize })
  const earliest = since.getTime() - clockGap
  let next: string | null = `${path}?${query.toString()}`
  while (next !== null) {
    const page: TextPage = await client.get(next, TextPage)
    const found = page.messages.find(({ body, date_created }) => body === text && date_created >= earliest)
    if (found) return found.sid
    next = page.messages.some(({ date_created }) => date_created < earliest) ? null : page.next_page_uri
  }
  return null
}

type WebhookCall = Parameters<SmsService['readAnswer']>[0]

const stopWords = new Set(['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'])

const startWords = new Set(['START', 'YES', 'UNSTOP'])

export function parseReply(authToken: string, { url, signature, form }: WebhookCall): SmsAnswer | null {
  const from = form['From']
  if (!from || !isGenuine(authToken, url, signature, form)) return null
  return { from, keyword: optOutKeyword(form) }
}

/** Twilio signs the URL followed by each parameter and its value, sorted by name (HMAC-SHA1). */
function isGenuine(authToken: string, url: string, signature = '', form: WebhookCall['form']): boolean {
  const parameters = Object.keys(form)
    .toSorted()
    .map((name) => `${name}${form[name]}`)
  const right = createHmac('sha1', authToken)
    .update(url + parameters.join(''))
    .digest()
  const given = Buffer.from(signature, 'base64')
  return given.length === right.length && timingSafeEqual(given, right)
}

/** Twilio's OptOutType comes first: an account can define other keywords and languages. */
function optOutKeyword({ OptOutType: kind, Body: body = '' }: WebhookCall['form']): SmsAnswer['keyword'] {
  const word = (kind ?? body).trim().toUpperCase()
  if (stopWords.has(word)) return 'stop'
  return startWords.has(word) ? 'start' : 'other'
}

const twilioUrl = 'https://api.twilio.com'
const answerTimeout = 20_000

type Form = Record<string, string>

/** The only way out to Twilio's REST API. */
type TwilioClient = {
  get<Wire extends z.ZodType>(path: string, wire: Wire): Promise<z.output<Wire>>
  post<Wire extends z.ZodType>(path: string, form: Form, wire: Wire): Promise<z.output<Wire>>
}

function createTwilioClient(settings: TwilioSettings): TwilioClient {
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
    throw new Unavailable(say('Twilio sent an unexpected response.'), { mayHaveHappened: true })
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
    if (signal.aborted) throw new Unavailable(say('Twilio didn’t respond in time.'), { mayHaveHappened: true })
    throw new Unavailable(say('Twilio can’t be reached at the moment.'), { mayHaveHappened: !isNeverSent(error) })
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
