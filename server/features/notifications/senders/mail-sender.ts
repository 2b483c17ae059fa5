import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import type { ConfirmedAddress, Mail } from '#server/ports/mail.ts'

/** As whom a company's mail goes out: the fields of `senderFields`, and the company's name. */
export type SenderRow = {
  companyName: string
  mailSenderName: string | null
  /** The address that counts: confirmed and still set. */
  mailSender: string | null
  mailReplyTo: string | null
}

const confirmedSender = sql`(
  select s.mail_sender from contact_confirmations p
  where p.company_id = s.company_id and p.kind = 'mail_sender' and p.target = lower(s.mail_sender)
    and p.confirmed_at is not null
)`

/**
 * SQL: the sender of a company's mail, with `s` for its settings and `co` for the company. Without a confirmed address
 * the mail comes from the product, and answers go to the company's address, not to the operator of the product.
 */
export const senderFields = sql`s.mail_sender_name as "mailSenderName", ${confirmedSender} as "mailSender",
  coalesce(s.mail_reply_to, case when ${confirmedSender} is null then coalesce(s.mail_sender, co.email) end) as "mailReplyTo"`

export async function readSender(tx: Tx, companyId: string): Promise<SenderRow> {
  const { rows } = await tx.execute<SenderRow>(sql`
    select co.name as "companyName", ${senderFields}
    from companies co join company_settings s on s.company_id = co.id where co.id = ${companyId}`)
  const [sender] = rows
  if (!sender) throw new Error('Every company has its settings')
  return sender
}

/** Name and address of the From header, and the Reply-To. */
export const toMailSender = (row: SenderRow): Pick<Mail, 'sender' | 'replyTo'> => ({
  sender: {
    name: toDisplayName(row.mailSenderName) ?? toDisplayName(row.companyName),
    address: toConfirmedAddress(row),
  },
  replyTo: row.mailReplyTo,
})

/** The only place where a text becomes a confirmed address: `senderFields` selects no other. */
const toConfirmedAddress = ({ mailSender }: SenderRow): ConfirmedAddress | null => mailSender as ConfirmedAddress | null

/**
 * Mail programs show the name in place of the address. Words with an @ would pass for another's address, and characters
 * that are not shown (line breaks, direction marks) hide what follows; both are dropped. Null if nothing is left.
 */
export function toDisplayName(name: string | null): string | null {
  const words = (name ?? '')
    .normalize('NFKC')
    .replace(/\p{C}+/gu, ' ')
    .split(/\s+/)
    .filter((word) => !/[@<>]/.test(word))
  return words.join(' ').trim() || null
}
