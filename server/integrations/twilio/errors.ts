import { z } from 'zod'
import { type Message, say } from '#contract/i18n.ts'
import { type ActingParty, Rejected, Unavailable } from '#server/ports/failure.ts'
import { numberOptedOut } from '#server/ports/sms.ts'

const Problem = z.object({ code: z.number() })

type KnownRefusal = { code: string; whoActs: ActingParty; says: Message }

const optedOut: KnownRefusal = {
  code: numberOptedOut,
  whoActs: 'other_side',
  says: say('This number replied STOP and receives no more messages.'),
}

const badNumber: KnownRefusal = {
  code: 'bad_number',
  whoActs: 'you',
  says: say('Texts can’t be sent to this number.'),
}

const noMobile: KnownRefusal = { code: 'no_mobile', whoActs: 'you', says: say('This number can’t receive texts.') }

const unreachable: KnownRefusal = {
  code: 'unreachable',
  whoActs: 'other_side',
  says: say('Twilio can’t send texts to this number.'),
}

const region: KnownRefusal = {
  code: 'region_off',
  whoActs: 'lockstep',
  says: say('Your Lockstep provider has not enabled texts to this country at Twilio.'),
}

const tooLong: KnownRefusal = {
  code: 'too_long',
  whoActs: 'you',
  says: say('The text is longer than 1,600 characters.'),
}

const blocked: KnownRefusal = {
  code: 'blocked',
  whoActs: 'other_side',
  says: say('Twilio blocks texts to this number.'),
}

/** Twilio's error codes for refused texts, from its error dictionary. */
const refusals: Record<number, KnownRefusal> = {
  21_211: badNumber,
  21_214: badNumber,
  21_217: badNumber,
  21_266: badNumber,
  21_421: badNumber,
  21_604: badNumber,
  21_614: noMobile,
  21_635: noMobile,
  21_612: unreachable,
  21_408: region,
  21_219: region,
  21_608: region,
  21_610: optedOut,
  21_617: tooLong,
  30_004: blocked,
  30_007: blocked,
}

/**
 * Errors of our account or number. They do not concern the text, which can be sent once the operator has corrected
 * them.
 */
const accountErrorCodes = new Set([20_003, 20_005, 20_008, 21_212, 21_603, 21_606, 21_659, 21_660])

/** Rate limits: requests, texts queued for our number, texts per day. */
const throttleCodes = new Set([20_429, 14_107, 21_611, 63_038])

export function toFailure(status: number, headers: Headers, body: unknown): Error {
  const code = Problem.safeParse(body).data?.code ?? 0
  if (status === 429 || throttleCodes.has(code)) {
    return new Unavailable(say('Twilio asks Lockstep to wait: too many texts in a short time.'), secondsToWait(headers))
  }
  if (status === 401 || accountErrorCodes.has(code)) {
    return new Unavailable(
      say('Twilio doesn’t allow Lockstep to send ({code}): your Lockstep provider needs to check its account there.', {
        code: String(code || status),
      }),
    )
  }
  if (status >= 500 || status < 400) {
    return new Unavailable(say('Twilio is having technical problems ({status}).', { status: String(status) }), {
      mayHaveHappened: true,
    })
  }
  const known = refusals[code]
  if (!known) {
    const given = String(code || status)
    return new Rejected(say('Twilio refused this text ({code}).', { code: given }), { code: given })
  }
  return new Rejected(known.says, known)
}

function secondsToWait(headers: Headers): { retryAfterSeconds?: number } {
  const seconds = Number(headers.get('retry-after'))
  return seconds > 0 ? { retryAfterSeconds: seconds } : {}
}
