import { createHmac, timingSafeEqual } from 'node:crypto'
import type { SmsAnswer, SmsService } from '#server/ports/sms.ts'

type WebhookCall = Parameters<SmsService['readAnswer']>[0]

const stopWords = new Set(['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'])
const startWords = new Set(['START', 'YES', 'UNSTOP'])

export function parseReply(authToken: string, { url, signature, form }: WebhookCall): SmsAnswer | null {
  const from = form['From']
  if (!from || !isGenuine(authToken, url, signature, form)) return null
  return { from, wish: optOutRequest(form) }
}

/** Twilio signs the address as it called it, then each parameter with its value, by name. */
function isGenuine(authToken: string, url: string, signature = '', form: WebhookCall['form']): boolean {
  const said = Object.keys(form)
    .toSorted()
    .map((name) => `${name}${form[name]}`)
  const right = createHmac('sha1', authToken)
    .update(url + said.join(''))
    .digest()
  const given = Buffer.from(signature, 'base64')
  return given.length === right.length && timingSafeEqual(given, right)
}

/** A company can give its number other words and languages at Twilio; what Twilio made of an answer then counts. */
function optOutRequest({ OptOutType: kind, Body: body = '' }: WebhookCall['form']): SmsAnswer['wish'] {
  const word = (kind ?? body).trim().toUpperCase()
  if (stopWords.has(word)) return 'stop'
  return startWords.has(word) ? 'start' : 'other'
}
