import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { ofCompany, planned } from '#server/platform/db/planned-once.ts'

const open = sql`from attention_items where company_id = ${ofCompany} and resolved_at is null`

const openSubjects = planned<{ waiting: number }>(
  () => sql`
  select (
    (select count(distinct order_id) ${open}) + (select count(distinct webhook_event_id) ${open})
  )::int as waiting`,
)

/** Of an order or a delivery that waits for several reasons, one. Each kind has an index of what is open. */
export async function countOpenSubjects(tx: Tx, companyId: string): Promise<number> {
  const [counted] = await openSubjects(tx, { companyId })
  return counted?.waiting ?? 0
}
