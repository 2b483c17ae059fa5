import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'

/** In whose name reports are mailed, and to whom without any recipient: `fallback`. */
export type MailTerms = {
  companyName: string
  timeZone: string
  fallback: string | null
  senderName: string | null
  senderAddress: string | null
  replyTo: string | null
}

export async function readMailTerms(tx: Tx, companyId: string): Promise<MailTerms> {
  const { rows } = await tx.execute<MailTerms>(sql`
    select c.name as "companyName", s.time_zone as "timeZone", coalesce(s.alert_email, c.email) as fallback,
      s.mail_sender_name as "senderName", s.mail_sender as "senderAddress",
      coalesce(s.mail_reply_to, case when s.mail_sender is null then c.email end) as "replyTo"
    from companies c join company_settings s on s.company_id = c.id where c.id = ${companyId}`)
  const [terms] = rows
  if (!terms) throw new Error('Every company has its settings')
  return terms
}
