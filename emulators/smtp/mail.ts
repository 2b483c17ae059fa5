import PostalMime, { type Address } from 'postal-mime'
import { countAccepted, timesAccepted } from '../accepted-counts.ts'
import type { SmtpState, StoredMail } from './state.ts'

export type DeliveredMail = { envelopeFrom: string; recipients: string[]; bytes: Buffer; at: Date }

/** Parses and stores a mail; the oldest one over the limit is dropped. */
export async function storeMail(state: SmtpState, keep: number, delivered: DeliveredMail): Promise<void> {
  const { envelopeFrom, recipients, bytes, at } = delivered
  const { from, subject = '', text = '' } = await PostalMime.parse(bytes)
  const likeness = [...recipients, subject, text]
  countAccepted(state.tally, likeness)
  state.lastId += 1
  const mail = {
    id: String(state.lastId),
    at: at.toISOString(),
    envelopeFrom,
    recipients,
    from: showAddress(from),
    subject,
    source: bytes.toString('latin1'),
    likeness,
  }
  state.mails = [...state.mails, mail].slice(-keep)
}

function showAddress(address: Address | undefined): string {
  if (!address?.address) return address?.name ?? ''
  return address.name ? `${address.name} <${address.address}>` : address.address
}

/** A mail with its parsed content, for pages and tests. */
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
    attachments: read.attachments.map(({ filename: fileName, mimeType: contentType, contentId, content }) => ({
      fileName,
      contentType,
      /** By which the HTML refers to it. */
      contentId: contentId?.replace(/^<|>$/g, '') ?? null,
      base64: (typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content))).toString(
        'base64',
      ),
    })),
    headers: read.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
    times: timesAccepted(tally, likeness),
  }
}

export type ReadMail = Awaited<ReturnType<typeof readMail>>
