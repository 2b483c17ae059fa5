import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { companyParameter, prepared } from '#server/platform/db/prepared.ts'

const openItems = sql`from attention_items where company_id = ${companyParameter} and resolved_at is null`

const openSubjects = prepared<{ waiting: number }>(
  () => sql`
  select (
    (select count(distinct order_id) ${openItems}) + (select count(distinct webhook_event_id) ${openItems})
  )::int as waiting`,
)

/** Of an order or a delivery that waits for several reasons, one. Each kind has an index of what is open. */
export async function countOpenSubjects(tx: Tx, companyId: string): Promise<number> {
  const [counted] = await openSubjects(tx, { companyId })
  return counted?.waiting ?? 0
}
