import { sql } from 'drizzle-orm'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { recordObservations } from '#server/platform/observe-mode.ts'

type Unsent = { orderId: string | null; channelId: string; label: string; eventKey: string }

/**
 * Takes the messages to channels that are not sent yet out of the outbox and records them. They are never sent later: while the company
 * observes, another tool tells the channels.
 */
export async function observeMessages(tx: Tx, ctx: CompanyContext): Promise<number> {
  const { companyId } = ctx
  const { rows } = await tx.execute<Unsent>(sql`
    delete from channel_deliveries d where d.company_id = ${companyId} and d.next_attempt_at is not null
    returning d.order_id as "orderId", d.channel_id as "channelId", d.event_type as label, d.event_key as "eventKey"`)
  const observed = rows.map(({ eventKey, ...row }) => ({
    kind: 'channel_message' as const,
    subject: `${row.channelId}:${eventKey}`,
    ...row,
  }))
  await recordObservations(tx, ctx, observed)
  if (rows.length > 0) await ctx.publishChange(tx, 'channels')
  return rows.length
}
