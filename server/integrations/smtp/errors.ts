import { Rejected, Unavailable, type ActingParty } from '#server/ports/failure.ts'
import type { RejectedRecipient } from '#server/ports/mail.ts'

/** nodemailer's error. Its text may contain addresses and is not used. */
type SmtpError = Error & {
  code?: string
  command?: string
  response?: string
  responseCode?: number
  permanent?: boolean
  recipient?: string
}

/**
 * Turns an SMTP error into a failure of the mail port. `wasHandedOver`: the whole mail had been written when the
 * connection broke, so the server may have accepted it. With an answer of the server there is no doubt.
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

/** Recipients that the server refused while it accepted the mail for others, as they were written. */
export const toRefusedRecipients = (to: readonly string[], smtpErrors: readonly Error[] = []): RejectedRecipient[] =>
  (smtpErrors as readonly SmtpError[]).map((smtpError) => {
    const { recipient = '' } = smtpError
    // nodemailer sends domains in lower case.
    const address = to.find((one) => one.toLowerCase() === recipient.toLowerCase()) ?? recipient
    return { address, answer: codesOf(smtpError) }
  })

/** Status codes of an answer without its text: `550 5.1.1`. */
const codesOf = ({ response = '', responseCode }: SmtpError) =>
  /^\d{3}[ -]\d\.\d{1,3}\.\d{1,3}/.exec(response)?.[0].replace('-', ' ') ?? String(responseCode)

function toRefusal({ command, permanent }: SmtpError, codes: string, wasHandedOver: boolean): Error {
  if (!permanent) return new Unavailable(`The mail server asks Lockstep to try again later (${codes}).`)
  if (/^552|5\.3\.4|5\.2\.3/.test(codes)) return toRejected('too_big', codes)
  if (command === 'RCPT TO') return toRejected('recipient_refused', codes)
  if (command === 'DATA' || wasHandedOver) return toRejected('message_refused', codes)
  return toSenderFailure(command, codes)
}

/**
 * Before RCPT TO a server can only refuse us or our sender address. The mail can be sent once the operator has
 * corrected that.
 */
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
