import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'

/** Between two texts about new orders; what comes in meanwhile is told in the next. */
const pauseSeconds = 60

/** When the company's people can next be told of new orders by text: at once, unless they have just been. */
export async function findNextOwnerTextTime(tx: Tx, companyId: string, now: Date): Promise<Date> {
  const since = new Date(now.getTime() - 2 * pauseSeconds * 1000)
  const { rows } = await tx.execute<{ next: string | null }>(sql`
    select max(
      case when n.attempted_at is null then n.due_at else n.attempted_at + ${pauseSeconds} * interval '1 second' end
    )::text as next
    from notifications n
    where n.company_id = ${companyId} and n.created_at > ${since.toISOString()}::timestamptz
      and n.audience = 'owner' and n.event_key like 'order_placed:%' and n.status in ('pending', 'sent')`)
  const next = rows[0]?.next ? new Date(rows[0].next) : now
  return next > now ? next : now
}
