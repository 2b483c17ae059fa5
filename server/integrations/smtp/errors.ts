import { Rejected, Unavailable, type ActingParty } from '#server/ports/failure.ts'
import type { RejectedRecipient } from '#server/ports/mail.ts'

/** What nodemailer says of a conversation that went wrong; its text may hold addresses and is left alone. */
type SmtpError = Error & {
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
export function toFailure(error: unknown, wasHandedOver: boolean): Error {
  const smtpError = error as SmtpError
  if (smtpError.code === 'EAUTH' || smtpError.code === 'ENOAUTH') {
    return new Unavailable('The mail server does not let Lockstep in: whoever runs Lockstep has to correct SMTP_URL.')
  }
  if (smtpError.responseCode) return toRefusal(smtpError, codesOf(smtpError), wasHandedOver)
  if (smtpError.code === 'EMESSAGE') return toRejected('too_big')
  const why = smtpError.code ? ` (${smtpError.code})` : ''
  if (wasHandedOver) {
    return new Unavailable(`The mail server took the mail and gave no answer${why}.`, { mayHaveHappened: true })
  }
  return new Unavailable(`The mail server can’t be reached at the moment${why}.`)
}

/** Those of several recipients whom the server took the mail for others without, as they were written. */
export const toRefusedRecipients = (to: readonly string[], smtpErrors: readonly Error[] = []): RejectedRecipient[] =>
  (smtpErrors as readonly SmtpError[]).map((smtpError) => {
    const { recipient = '' } = smtpError
    // nodemailer tells the server the domain in small letters.
    const address = to.find((one) => one.toLowerCase() === recipient.toLowerCase()) ?? recipient
    return { address, answer: codesOf(smtpError) }
  })

/** The numbers of an answer without its words: `550 5.1.1`. */
const codesOf = ({ response = '', responseCode }: SmtpError) =>
  /^\d{3}[ -]\d\.\d{1,3}\.\d{1,3}/.exec(response)?.[0].replace('-', ' ') ?? String(responseCode)

function toRefusal({ command, permanent }: SmtpError, codes: string, wasHandedOver: boolean): Error {
  if (!permanent) return new Unavailable(`The mail server asks Lockstep to try again later (${codes}).`)
  if (/^552|5\.3\.4|5\.2\.3/.test(codes)) return toRejected('too_big', codes)
  if (command === 'RCPT TO') return toRejected('recipient_refused', codes)
  if (command === 'DATA' || wasHandedOver) return toRejected('message_refused', codes)
  return toSenderFailure(command, codes)
}

/** Before it hears of a recipient, a server judges us and our address: the mail can go once somebody has put that right. */
function toSenderFailure(command: string | undefined, codes: string): Unavailable {
  return command === 'MAIL FROM'
    ? new Unavailable(
        `The mail server does not let Lockstep send from its address (${codes}): whoever runs Lockstep has to correct MAIL_FROM.`,
      )
    : new Unavailable(
        `The mail server turns Lockstep away (${codes}): whoever runs Lockstep has to see to its account there.`,
      )
}

const rejections = {
  recipient_refused: { whoActs: 'you', says: 'The mail server does not take mail for this address' },
  message_refused: { whoActs: 'other_side', says: 'The mail server refused this mail' },
  too_big: { whoActs: 'you', says: 'The mail is larger than the mail server takes' },
} as const satisfies Record<string, { whoActs: ActingParty; says: string }>

function toRejected(code: keyof typeof rejections, codes?: string): Rejected {
  const { says, whoActs } = rejections[code]
  return new Rejected(`${says}${codes ? ` (${codes})` : ''}.`, { code, whoActs })
}
