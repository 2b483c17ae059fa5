import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'

export type NewOrderText = {
  id: string
  recipientHash: string
  templateData: unknown
  dueAt: string
  tries: number
  orderNumber: string | null
}

/** The texts to the company's people about new orders that wait and are in nobody's hands, oldest first, locked. */
export async function lockNewOrderTexts(tx: Tx, companyId: string): Promise<NewOrderText[]> {
  const { rows } = await tx.execute<NewOrderText>(sql`
    select n.id, n.recipient_hash as "recipientHash", n.template_data as "templateData", n.due_at as "dueAt", n.tries,
      o.order_number as "orderNumber"
    from notifications n left join orders o on o.company_id = n.company_id and o.id = n.order_id
    where n.company_id = ${companyId} and n.status = 'pending' and n.audience = 'owner' and n.method = 'sms'
      and n.attempted_at is null and n.event_key like 'order_placed:%' and n.recipient_hash is not null
    order by n.created_at, n.id for no key update of n skip locked`)
  return rows
}
