import { createHmac, timingSafeEqual } from 'node:crypto'
import type { SmsAnswer, SmsService } from '#server/ports/sms.ts'

type Call = Parameters<SmsService['readAnswer']>[0]

const stopWords = new Set(['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'])
const startWords = new Set(['START', 'YES', 'UNSTOP'])

export function readAnswer(authToken: string, { url, signature, form }: Call): SmsAnswer | null {
  const from = form['From']
  if (!from || !isGenuine(authToken, url, signature, form)) return null
  return { from, wish: wishOf(form) }
}

/** Twilio signs the address as it called it, then each parameter with its value, by name. */
function isGenuine(authToken: string, url: string, signature = '', form: Call['form']): boolean {
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
function wishOf({ OptOutType: kind, Body: body = '' }: Call['form']): SmsAnswer['wish'] {
  const word = (kind ?? body).trim().toUpperCase()
  if (stopWords.has(word)) return 'stop'
  return startWords.has(word) ? 'start' : 'other'
}
