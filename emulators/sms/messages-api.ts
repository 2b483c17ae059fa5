import { countAccepted } from '../accepted-counts.ts'
import { htmlReply, jsonReply, type Received, type Reply } from '../http.ts'
import { createRouter } from '../router.ts'
import { type Account, type FaultKind, type SmsEmulator, storeText } from './emulator.ts'
import type { Text } from './state.ts'

export const apiPath = '/2010-04-01/'
const messagesPath = `${apiPath}Accounts/:sid/Messages.json`

const findOperation = createRouter([
  { method: 'POST', path: messagesPath, name: 'send' },
  { method: 'GET', path: messagesPath, name: 'list' },
] as const)

/** What the caller gets: a reply, none at all, or a broken connection. */
type ReplyOutcome = Reply | 'silence' | 'broken-connection'

export function answerApi(emulator: SmsEmulator, received: Received): ReplyOutcome {
  try {
    const route = findOperation(received.method, received.path)
    if (!route) throw new Refusal(404, 20_404, `The requested resource ${received.path} was not found`)
    assertLogin(emulator, received, route.params['sid'])
    const act = () =>
      route.target.name === 'send' ? sendText(emulator, received) : jsonReply(200, listTexts(emulator, received.query))
    const fault = emulator.faults.take(route.target.name)
    return fault ? misbehave(fault, act) : act()
  } catch (error) {
    if (error instanceof Refusal) return refusalReply(error)
    throw error
  }
}

function assertLogin({ account }: SmsEmulator, { headers }: Received, sid: string | undefined): void {
  const right = `Basic ${Buffer.from(`${account.sid}:${account.authToken}`).toString('base64')}`
  if (headers['authorization'] !== right || sid !== account.sid) throw unknownLogin()
}

function sendText(emulator: SmsEmulator, { headers, body }: Received): Reply {
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded')
  const message = checkText(emulator, new URLSearchParams(isForm ? body.toString() : ''))
  countAccepted(emulator.state.tally, [message.to, message.body])
  const text = storeText(emulator, { direction: 'outbound-api', ...message })
  return jsonReply(201, describeText(emulator.account, text, 'queued'))
}

function misbehave(kind: FaultKind, act: () => Reply): ReplyOutcome {
  switch (kind) {
    case 'throttle':
      return refusalReply(tooManyRequests(), { 'retry-after': '7' })
    case 'error-500':
      return refusalReply(new Refusal(500, 20_500, 'Internal Server Error'))
    case 'html-502':
      return htmlReply(502, '<html><body><h1>502 Bad Gateway</h1></body></html>')
    case 'hang':
      return 'silence'
    case 'drop':
      return 'broken-connection'
    case 'drop-after-acting':
      act()
      return 'broken-connection'
    case 'refuse-login':
      return refusalReply(unknownLogin())
    case 'refuse-number':
      return refusalReply(noMobile('the number'))
    case 'wrong-shape':
      act()
      return jsonReply(200, { messages: 'none', sid: 7 })
  }
}

/** An error reply of Twilio, with a code for each cause. */
class Refusal extends Error {
  readonly status: number
  readonly code: number

  constructor(status: number, code: number, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

function refusalReply({ status, code, message }: Refusal, headers: Record<string, string> = {}): Reply {
  return jsonReply(status, { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status }, headers)
}

const unknownLogin = () => new Refusal(401, 20_003, 'Authenticate')

const tooManyRequests = () => new Refusal(429, 20_429, 'Too Many Requests')

const noMobile = (to: string) => new Refusal(400, 21_614, `'To' number is not a valid mobile number: ${to}`)

const unsubscribed = () => new Refusal(400, 21_610, 'Attempt to send to unsubscribed recipient')

const longestBody = 1_600
const e164 = /^\+[1-9]\d{6,14}$/

/** Twilio's magic test numbers. */
const refusedNumbers: Record<string, (to: string) => Refusal> = {
  '+15005550001': (to) => invalidTo(to),
  '+15005550002': (to) =>
    new Refusal(
      400,
      21_612,
      `Message cannot be sent with the current combination of 'To' (${to}) and/or 'From' parameters`,
    ),
  '+15005550003': (to) =>
    new Refusal(
      400,
      21_408,
      `Permission to send an SMS has not been enabled for the region indicated by the 'To' number: ${to}`,
    ),
  '+15005550004': () => unsubscribed(),
  '+15005550009': noMobile,
}

const invalidTo = (to: string) => new Refusal(400, 21_211, `The 'To' number ${to} is not a valid phone number.`)

type SentText = { to: string; from: string; body: string }

/** Validates a text as Twilio does. */
function checkText({ account, state }: SmsEmulator, form: URLSearchParams): SentText {
  const [to, from, body] = [form.get('To'), form.get('From'), form.get('Body')]
  if (!to) throw new Refusal(400, 21_604, `A 'To' phone number is required.`)
  if (!e164.test(to)) throw invalidTo(to)
  if (!from) throw new Refusal(400, 21_603, `A 'From' phone number is required.`)
  if (from !== account.number) {
    throw new Refusal(400, 21_659, `'From' ${from} is not a Twilio phone number or Short Code country mismatch`)
  }
  if (to === from) throw new Refusal(400, 21_266, `'To' and 'From' number cannot be the same: ${to}`)
  if (!body) throw new Refusal(400, 21_602, 'Message body is required.')
  if (body.length > longestBody) {
    throw new Refusal(400, 21_617, `The concatenated message body exceeds the ${longestBody} character limit.`)
  }
  const refuse = refusedNumbers[to]
  if (refuse) throw refuse(to)
  if (state.optedOut.includes(to)) throw unsubscribed()
  return { to, from, body }
}

const usualPage = 50
const largestPage = 1_000

/** Lists texts, newest first, in pages. The page token is the last text's id. */
function listTexts({ account, state }: SmsEmulator, query: URLSearchParams) {
  const size = Number(query.get('PageSize') ?? usualPage)
  if (!Number.isInteger(size) || size < 1 || size > largestPage) throw new Refusal(400, 20_001, 'Page size is invalid')
  const isMeant = (name: 'To' | 'From', value: string) => (query.get(name) ?? value) === value
  const meant = state.texts.filter(({ to, from }) => isMeant('To', to) && isMeant('From', from)).toReversed()
  const begin = meant.findIndex(({ sid }) => sid === query.get('PageToken')) + 1
  const texts = meant.slice(begin, begin + size)
  const last = texts.at(-1)
  const page = Number(query.get('Page') ?? 0)
  const listPath = `/2010-04-01/Accounts/${account.sid}/Messages.json`
  const uriOf = (more: Record<string, string>) =>
    `${listPath}?${new URLSearchParams({ ...Object.fromEntries(query), ...more })}`
  const next = last && begin + size < meant.length ? uriOf({ Page: String(page + 1), PageToken: last.sid }) : null
  return {
    messages: texts.map((text) => describeText(account, text, text.direction === 'inbound' ? 'received' : 'delivered')),
    page,
    page_size: size,
    uri: uriOf({}),
    first_page_uri: uriOf({ Page: '0' }),
    next_page_uri: next,
    previous_page_uri: null,
  }
}

/** A text in Twilio's format. */
function describeText({ sid: accountSid }: Account, text: Text, status: string) {
  const date = new Date(text.at).toUTCString().replace('GMT', '+0000')
  const uri = `/2010-04-01/Accounts/${accountSid}/Messages/${text.sid}.json`
  return {
    account_sid: accountSid,
    api_version: '2010-04-01',
    body: text.body,
    date_created: date,
    date_sent: status === 'queued' ? null : date,
    date_updated: date,
    direction: text.direction,
    error_code: null,
    error_message: null,
    from: text.from,
    messaging_service_sid: null,
    num_media: '0',
    num_segments: String(countSegments(text.body)),
    price: null,
    price_unit: 'USD',
    sid: text.sid,
    status,
    subresource_uris: { media: uri.replace('.json', '/Media.json') },
    to: text.to,
    uri,
  }
}

/** SMS segments: 160 characters in the plain alphabet, 70 otherwise; fewer in joined parts. */
function countSegments(body: string): number {
  const [alone, joined] = /^[\x20-\x7e\n\r]*$/.test(body) ? [160, 153] : [70, 67]
  return body.length <= alone ? 1 : Math.ceil(body.length / joined)
}
