import type { SmsEmulator } from '../stand-in.ts'
import { noMobile, Refusal, unsubscribed } from './refusal.ts'

const longestBody = 1_600
const e164 = /^\+[1-9]\d{6,14}$/

/** Numbers that Twilio itself keeps for trying out how it refuses. */
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

export type SentText = { to: string; from: string; body: string }

/** What Twilio would send: the number is a number, the sender our own, and the words not too many. */
export function checkText({ account, state }: SmsEmulator, form: URLSearchParams): SentText {
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
