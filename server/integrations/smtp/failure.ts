import { Rejected, Unavailable, type WhoActs } from '#server/ports/failure.ts'
import type { RefusedRecipient } from '#server/ports/mail.ts'

/** What nodemailer says of a conversation that went wrong; its text may hold addresses and is left alone. */
type Trouble = Error & {
  code?: string
  command?: string
  response?: string
  responseCode?: number
  permanent?: boolean
  recipient?: string
}

/**
 * `wasHandedOver`: the whole mail had been written when the connection was lost, so the server may have taken it. With an
 * answer there is no such doubt.
 */
export function failureOf(error: unknown, wasHandedOver: boolean): Error {
  const trouble = error as Trouble
  if (trouble.code === 'EAUTH' || trouble.code === 'ENOAUTH') {
    return new Unavailable('The mail server does not let Lockstep in: whoever runs Lockstep has to correct SMTP_URL.')
  }
  if (trouble.responseCode) return answeredNo(trouble, codesOf(trouble), wasHandedOver)
  if (trouble.code === 'EMESSAGE') return refusalOf('too_big')
  const why = trouble.code ? ` (${trouble.code})` : ''
  if (wasHandedOver) {
    return new Unavailable(`The mail server took the mail and gave no answer${why}.`, { mayHaveHappened: true })
  }
  return new Unavailable(`The mail server can’t be reached at the moment${why}.`)
}

/** Those of several recipients whom the server took the mail for others without, as they were written. */
export const refusedOf = (to: readonly string[], troubles: readonly Error[] = []): RefusedRecipient[] =>
  (troubles as readonly Trouble[]).map((trouble) => {
    const { recipient = '' } = trouble
    // nodemailer tells the server the domain in small letters.
    const address = to.find((one) => one.toLowerCase() === recipient.toLowerCase()) ?? recipient
    return { address, answer: codesOf(trouble) }
  })

/** The numbers of an answer without its words: `550 5.1.1`. */
const codesOf = ({ response = '', responseCode }: Trouble) =>
  /^\d{3}[ -]\d\.\d{1,3}\.\d{1,3}/.exec(response)?.[0].replace('-', ' ') ?? String(responseCode)

function answeredNo({ command, permanent }: Trouble, codes: string, wasHandedOver: boolean): Error {
  if (!permanent) return new Unavailable(`The mail server asks Lockstep to try again later (${codes}).`)
  if (/^552|5\.3\.4|5\.2\.3/.test(codes)) return refusalOf('too_big', codes)
  if (command === 'RCPT TO') return refusalOf('recipient_refused', codes)
  if (command === 'DATA' || wasHandedOver) return refusalOf('message_refused', codes)
  return turnedAway(command, codes)
}

/** Before it hears of a recipient, a server judges us and our address: the mail can go once somebody has put that right. */
function turnedAway(command: string | undefined, codes: string): Unavailable {
  return command === 'MAIL FROM'
    ? new Unavailable(
        `The mail server does not let Lockstep send from its address (${codes}): whoever runs Lockstep has to correct MAIL_FROM.`,
      )
    : new Unavailable(
        `The mail server turns Lockstep away (${codes}): whoever runs Lockstep has to see to its account there.`,
      )
}

const refusals = {
  recipient_refused: { whoActs: 'you', says: 'The mail server does not take mail for this address' },
  message_refused: { whoActs: 'other_side', says: 'The mail server refused this mail' },
  too_big: { whoActs: 'you', says: 'The mail is larger than the mail server takes' },
} as const satisfies Record<string, { whoActs: WhoActs; says: string }>

function refusalOf(code: keyof typeof refusals, codes?: string): Rejected {
  const { says, whoActs } = refusals[code]
  return new Rejected(`${says}${codes ? ` (${codes})` : ''}.`, { code, whoActs })
}
