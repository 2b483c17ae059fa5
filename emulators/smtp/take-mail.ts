import PostalMime, { type Address } from 'postal-mime'
import { countAccepted } from '../tally.ts'
import type { SmtpState } from './world.ts'

export type DeliveredMail = { envelopeFrom: string; recipients: string[]; bytes: Buffer; at: Date }

/** Reads a mail and keeps it; of those kept the oldest makes room. */
export async function storeMail(world: SmtpState, keep: number, delivered: DeliveredMail): Promise<void> {
  const { envelopeFrom, recipients, bytes, at } = delivered
  const { from, subject = '', text = '' } = await PostalMime.parse(bytes)
  const likeness = [...recipients, subject, text]
  countAccepted(world.tally, likeness)
  world.lastId += 1
  const mail = {
    id: String(world.lastId),
    at: at.toISOString(),
    envelopeFrom,
    recipients,
    from: showAddress(from),
    subject,
    source: bytes.toString('latin1'),
    likeness,
  }
  world.mails = [...world.mails, mail].slice(-keep)
}

export function showAddress(address: Address | undefined): string {
  if (!address?.address) return address?.name ?? ''
  return address.name ? `${address.name} <${address.address}>` : address.address
}
