import { randomUUID } from 'node:crypto'
import { createTransport, type SendMailOptions } from 'nodemailer'
import addressparser from 'nodemailer/lib/addressparser'
import { type Message, say } from '#contract/i18n.ts'
import { type ActingParty, Rejected, Unavailable } from '#server/ports/failure.ts'
import type { Mail, MailService, RejectedRecipient } from '#server/ports/mail.ts'

type SmtpSettings = {
  /** `smtp://` or `smtps://` URL with user and password; `smtps` is TLS from the first byte. */
  url: string
  /** With `smtp://`: sends nothing to a server that does not offer STARTTLS, or whose certificate is not valid. */
  requiresStartTls: boolean
  /** Default sender as in a From header: an address, or a name with the address in <>. */
  from: string
  /** Milliseconds without an answer after which the connection is given up. */
  silenceLimit?: number
}

const connectTimeout = 10_000

/**
 * Milliseconds. Servers may take long to answer after the end of a mail; hanging up too early leaves its fate
 * uncertain.
 */
const usualAnswerTimeout = 120_000

/** Milliseconds. Closes an idle connection before the server does, so that a mail does not meet a closing one. */
const idleTimeout = 5_000

/** Sends mail by SMTP over a pool of connections. */
export function createSmtpMail(settings: SmtpSettings): MailService & { close(): void } {
  const own = readMailbox(settings.from)
  const transport = createTransport({
    url: settings.url,
    pool: true,
    // nodemailer must not resend by itself: the caller decides after a lost connection.
    maxRequeues: 0,
    idleTimeout: idleTimeout,
    connectionTimeout: connectTimeout,
    greetingTimeout: connectTimeout,
    dnsTimeout: connectTimeout,
    socketTimeout: settings.silenceLimit ?? usualAnswerTimeout,
    requireTLS: settings.requiresStartTls,
  })
  /** Message ids of mails that were written to their end. Only after that can the server accept them. */
  const handedOver = new Set<string>()
  transport.use('stream', ({ message }, done) => {
    message.processFunc((bytes) => bytes.once('end', () => handedOver.add(message.messageId())))
    done()
  })
  return {
    from: settings.from,
    async send(mail) {
      const messageId = `<${randomUUID()}@${own.address.split('@').at(-1)}>`
      const composed = composeMail(mail, own)
      try {
        const { rejectedErrors } = await transport.sendMail({ ...composed, messageId })
        return { externalId: messageId, refused: toRefusedRecipients(mail.to, rejectedErrors) }
      } catch (error) {
        throw toFailure(error, handedOver.has(messageId))
      } finally {
        handedOver.delete(messageId)
      }
    },
    close: () => transport.close(),
  }
}

function readMailbox(text: string): Mailbox {
  const [mailbox] = addressparser(text, { flatten: true })
  return { name: mailbox?.name ?? '', address: mailbox?.address ?? '' }
}

type Mailbox = { name: string; address: string }

/**
 * Builds the mail. When a company sends from its own domain, the envelope and the Sender header still name our address,
 * which receives bounces and passes SPF checks.
 */
function composeMail(mail: Mail, own: Mailbox): SendMailOptions {
  const from = { name: mail.sender.name ?? own.name, address: mail.sender.address ?? own.address }
  const isOwn = from.address.toLowerCase() === own.address.toLowerCase()
  return {
    envelope: { from: own.address, to: getRecipientsOrThrow(mail.to) },
    from: { name: from.name, address: getAddressOrThrow(from.address) },
    ...(isOwn ? {} : { sender: own }),
    ...(mail.replyTo ? { replyTo: { name: '', address: getAddressOrThrow(mail.replyTo) } } : {}),
    to: mail.to.map((address) => ({ name: '', address })),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    attachments: mail.attachments?.map(({ fileName: filename, contentId, ...file }) => ({
      filename,
      ...file,
      ...(contentId && { cid: contentId }),
    })),
    headers: {
      // Prevents automatic replies.
      'Auto-Submitted': 'auto-generated',
      ...(mail.unsubscribeUrl ? unsubscribeHeaders(mail.unsubscribeUrl) : {}),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

const getRecipientsOrThrow = (to: Mail['to']): string[] => (to.length > 0 ? to : ['']).map(getAddressOrThrow)

/** Accepts exactly one address: no list, no header injection, no SMTP command. */
function getAddressOrThrow(text: string): string {
  if (/^[^\s@<>(),;:"\\[\]]+@[^\s@<>(),;:"\\[\]]+$/.test(text) && text.length <= 320) return text
  throw new Rejected(say('Email can’t be sent to this address.'), { code: 'bad_address', whoActs: 'you' })
}

const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': `<${new URL(url).href}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

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
function toFailure(error: unknown, wasHandedOver: boolean): Error {
  const smtpError = error as SmtpError
  if (smtpError.code === 'EAUTH' || smtpError.code === 'ENOAUTH') {
    return new Unavailable(
      say('The email server refused Lockstep’s sign-in: your Lockstep provider needs to correct SMTP_URL.'),
    )
  }
  if (smtpError.code === 'ETLS' && smtpError.command === 'STARTTLS') {
    return new Unavailable(
      say(
        'The email server offers no valid TLS, so Lockstep sends nothing: your Lockstep provider needs to correct SMTP_URL.',
      ),
    )
  }
  if (smtpError.responseCode) return toRefusal(smtpError, codesOf(smtpError), wasHandedOver)
  if (smtpError.code === 'EMESSAGE') return toRejected('too_big')
  const why = smtpError.code ? ` (${smtpError.code})` : ''
  if (wasHandedOver) {
    return new Unavailable(say('The email server received the email but didn’t respond{why}.', { why }), {
      mayHaveHappened: true,
    })
  }
  return new Unavailable(say('The email server can’t be reached at the moment{why}.', { why }))
}

/** Recipients that the server refused while it accepted the mail for others, as they were written. */
const toRefusedRecipients = (to: readonly string[], smtpErrors: readonly Error[] = []): RejectedRecipient[] =>
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
  if (!permanent) {
    return new Unavailable(say('The email server asks Lockstep to try again later ({codes}).', { codes }))
  }
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
        say(
          'The email server doesn’t allow Lockstep to send from its address ({codes}): your Lockstep provider needs to correct MAIL_FROM.',
          { codes },
        ),
      )
    : new Unavailable(
        say('The email server refused Lockstep ({codes}): your Lockstep provider needs to check its account there.', {
          codes,
        }),
      )
}

const rejections = {
  recipient_refused: {
    whoActs: 'you',
    describe: (codes) => say('The email server doesn’t accept email for this address{codes}.', { codes }),
  },
  message_refused: {
    whoActs: 'other_side',
    describe: (codes) => say('The email server refused this email{codes}.', { codes }),
  },
  too_big: {
    whoActs: 'you',
    describe: (codes) => say('The email is larger than the email server accepts{codes}.', { codes }),
  },
} as const satisfies Record<string, { whoActs: ActingParty; describe: (codes: string) => Message }>

function toRejected(code: keyof typeof rejections, codes?: string): Rejected {
  const { describe, whoActs } = rejections[code]
  return new Rejected(describe(codes ? ` (${codes})` : ''), { code, whoActs })
}
