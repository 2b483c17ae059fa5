import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Sms, SmsAnswer, SmsService } from '#server/ports/sms.ts'
import { createTwilioClient, type TwilioClient, type TwilioSettings } from './client.ts'

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
