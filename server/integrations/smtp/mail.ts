import { randomUUID } from 'node:crypto'
import { createTransport, type SendMailOptions } from 'nodemailer'
import addressparser from 'nodemailer/lib/addressparser'
import { Rejected } from '#server/ports/failure.ts'
import type { Mail, MailService } from '#server/ports/mail.ts'
import { toFailure, toRefusedRecipients } from './errors.ts'

const connectTimeout = 10_000

/** After the end of a mail, servers may take their time: who hangs up too soon leaves it in doubt. */
const usualAnswerTimeout = 120_000

/** Sooner than servers hang up on a connection that says nothing, so that a mail does not meet one that is just closing. */
const idleTimeout = 5_000

/** Mail by SMTP, over a few connections that are kept while there is something to send. */
export function createSmtpMail(settings: SmtpSettings): MailService & { close(): void } {
  const own = readMailbox(settings.from)
  const transport = createTransport({
    url: settings.url,
    pool: true,
    // Nothing is sent a second time behind our back: whoever sends decides what to do about a lost connection.
    maxRequeues: 0,
    idleTimeout: idleTimeout,
    connectionTimeout: connectTimeout,
    greetingTimeout: connectTimeout,
    dnsTimeout: connectTimeout,
    socketTimeout: settings.silenceLimit ?? usualAnswerTimeout,
    requireTLS: needsTls(settings.url),
  })
  /** Mails that were read to their end: only after that the server hears that the mail is whole. */
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

/** A password is never shown to the network between two machines. */
function needsTls(url: string): boolean {
  const { password, hostname } = new URL(url)
  return password !== '' && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
}

type Mailbox = { name: string; address: string }

/**
 * The mail as it goes out. Where a company writes in its own name from another domain, bounces and the checks of
 * receiving servers still concern the address that really sends.
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
      // Keeps holiday notices of mail programs from being sent in return.
      'Auto-Submitted': 'auto-generated',
      ...(mail.unsubscribeUrl ? unsubscribeHeaders(mail.unsubscribeUrl) : {}),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

const getRecipientsOrThrow = (to: Mail['to']): string[] => (to.length > 0 ? to : ['']).map(getAddressOrThrow)

/** One address and nothing else: what is a list, a header or a command to others must not pass for one. */
function getAddressOrThrow(text: string): string {
  if (/^[^\s@<>(),;:"\\[\]]+@[^\s@<>(),;:"\\[\]]+$/.test(text) && text.length <= 320) return text
  throw new Rejected('This is not an address that mail can be sent to.', { code: 'bad_address', whoActs: 'you' })
}

const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': `<${new URL(url).href}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

type SmtpSettings = {
  /** Server, user and password; `smtps` is TLS from the first byte on. */
  url: string
  /** From whom mail comes, as in a header: an address, or a name with one in <>. */
  from: string
  /** Milliseconds of silence after which an answer is no longer waited for. */
  silenceLimit?: number
}
