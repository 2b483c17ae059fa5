import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'

/** Which messages a company wants to be sent. */
export type Wishes = {
  companyName: string
  ownerPhone: string | null
  ownerSms: boolean
  customerSms: boolean
  customerEmail: boolean
}

export async function readWishes(tx: Tx, companyId: string): Promise<Wishes> {
  const { rows } = await tx.execute<Wishes>(sql`
    select c.name as "companyName", c.phone as "ownerPhone", s.owner_sms as "ownerSms", s.customer_sms as "customerSms",
      s.customer_email as "customerEmail"
    from companies c join company_settings s on s.company_id = c.id where c.id = ${companyId}`)
  const [wishes] = rows
  if (!wishes) throw new Error('Every company has its settings')
  return wishes
}
