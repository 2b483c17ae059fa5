import { randomUUID } from 'node:crypto'
import { createTransport, type SendMailOptions } from 'nodemailer'
import addressparser from 'nodemailer/lib/addressparser'
import { Rejected } from '#server/ports/failure.ts'
import type { Mail, MailService } from '#server/ports/mail.ts'
import { toFailure, toRefusedRecipients } from './errors.ts'

type SmtpSettings = {
  /** `smtp://` or `smtps://` URL with user and password; `smtps` is TLS from the first byte. */
  url: string
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
    requireTLS: needsTls(settings.url),
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

/** Requires TLS when the URL has a password and the server is another machine. */
function needsTls(url: string): boolean {
  const { password, hostname } = new URL(url)
  return password !== '' && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
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
    attachments: mail.attachments?.map(({ fileName: filename, ...file }) => ({ filename, ...file })),
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
  throw new Rejected('This is not an address that mail can be sent to.', { code: 'bad_address', whoActs: 'you' })
}

const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': `<${new URL(url).href}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})
