import PostalMime from 'postal-mime'
import { timesAccepted } from '../tally.ts'
import { showAddress } from './take-mail.ts'
import type { StoredMail, SmtpState } from './world.ts'

/** A mail as a person or a test reads it. */
export async function readMail({ tally }: SmtpState, mail: StoredMail) {
  const { id, at, envelopeFrom, recipients, source, likeness } = mail
  const read = await PostalMime.parse(Buffer.from(source, 'latin1'))
  return {
    id,
    at,
    envelopeFrom,
    recipients,
    from: showAddress(read.from),
    sender: read.sender ? showAddress(read.sender) : null,
    replyTo: read.replyTo?.map(showAddress).join(', ') ?? null,
    to: read.to?.map(showAddress).join(', ') ?? '',
    subject: read.subject ?? '',
    messageId: read.messageId ?? null,
    text: read.text ?? '',
    html: read.html ?? '',
    attachments: read.attachments.map(({ filename: fileName, mimeType: contentType, content }) => ({
      fileName,
      contentType,
      base64: (typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content))).toString(
        'base64',
      ),
    })),
    headers: read.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
    times: timesAccepted(tally, likeness),
  }
}

export type ReadMail = Awaited<ReturnType<typeof readMail>>
