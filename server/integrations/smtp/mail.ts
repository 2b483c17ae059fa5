import { randomUUID } from 'node:crypto'
import { createTransport } from 'nodemailer'
import addressparser from 'nodemailer/lib/addressparser'
import type { MailService } from '#server/ports/mail.ts'
import { composeMail, type Mailbox } from './compose.ts'
import { toFailure, toRefusedRecipients } from './failure.ts'
import type { SmtpSettings } from './settings.ts'

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
