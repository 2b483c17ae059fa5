import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'

export type NewOrderText = { id: string; recipientHash: string; templateData: unknown; dueAt: string }

/** The texts to the company's people about new orders that wait and are in nobody's hands, oldest first, locked. */
export async function lockNewOrderTexts(tx: Tx, companyId: string): Promise<NewOrderText[]> {
  const { rows } = await tx.execute<NewOrderText>(sql`
    select n.id, n.recipient_hash as "recipientHash", n.template_data as "templateData", n.due_at as "dueAt"
    from notifications n
    where n.company_id = ${companyId} and n.status = 'pending' and n.audience = 'owner' and n.method = 'sms'
      and n.attempted_at is null and n.event_key like 'order_placed:%' and n.recipient_hash is not null
    order by n.created_at, n.id for no key update skip locked`)
  return rows
}
