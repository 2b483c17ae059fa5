import { createHmac } from 'node:crypto'
import { storeText, type SmsEmulator } from './emulator.ts'
import type { Text } from './state.ts'

const stopWords = ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT']
const startWords = ['START', 'YES', 'UNSTOP']

/** Receives a reply: applies STOP and START, and sends it to the product's webhook. */
export async function receiveReply(emulator: SmsEmulator, from: string, body: string): Promise<Text> {
  const { state, account, answersUrl } = emulator
  const word = body.trim().toUpperCase()
  const others = state.optedOut.filter((number) => number !== from)
  if (stopWords.includes(word)) state.optedOut = [...others, from]
  if (startWords.includes(word)) state.optedOut = others
  const text = storeText(emulator, { direction: 'inbound', from, to: account.number, body, taken: null })
  if (answersUrl) text.taken = await postReply(answersUrl, account.authToken, describeReply(account.sid, text))
  emulator.scheduleSave()
  return text
}

const describeReply = (accountSid: string, { sid, from, to, body }: Text): Record<string, string> => ({
  AccountSid: accountSid,
  ApiVersion: '2010-04-01',
  Body: body,
  From: from,
  MessageSid: sid,
  NumMedia: '0',
  NumSegments: '1',
  SmsMessageSid: sid,
  SmsSid: sid,
  SmsStatus: 'received',
  To: to,
})

/** Twilio's signature: HMAC-SHA1 of the URL and the sorted parameters. */
function signatureOf(url: string, authToken: string, form: Record<string, string>): string {
  const parameters = Object.keys(form)
    .toSorted()
    .map((name) => `${name}${form[name]}`)
  return createHmac('sha1', authToken)
    .update(url + parameters.join(''))
    .digest('base64')
}

async function postReply(url: string, authToken: string, form: Record<string, string>): Promise<number | null> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'x-twilio-signature': signatureOf(url, authToken, form) },
      body: new URLSearchParams(form),
      signal: AbortSignal.timeout(15_000),
    })
    await response.body?.cancel()
    return response.status
  } catch {
    return null
  }
}
