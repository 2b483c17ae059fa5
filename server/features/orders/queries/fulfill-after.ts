import { sql } from 'drizzle-orm'
import { ChannelConfig } from '#server/features/channels/config.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companyAtRunTime } from '#server/platform/db/prepared.ts'

/**
 * Has orders go to Amazon by themselves, where their channel is set so, after its delay; an order that something keeps
 * goes nowhere. One that was already due to go keeps its time.
 */
export async function setFulfillAfter(
  tx: Tx,
  companyId: string,
  orderIds: readonly string[],
  now: Date,
): Promise<void> {
  if (orderIds.length === 0) return
  const defaults = ChannelConfig.parse({})
  await tx.execute(sql`
    with due as (
      select o.id, case when o.status in ('placed', 'acknowledged') and o.held_at is null
        and coalesce((c.config ->> 'autoFulfill')::boolean, ${defaults.autoFulfill}::boolean)
        and not exists (
          select from attention_items a
          where a.company_id = o.company_id and a.order_id = o.id and a.resolved_at is null
        )
        then coalesce(o.fulfill_after, ${now.toISOString()}::timestamptz + make_interval(
          mins => coalesce((c.config ->> 'autoFulfillDelayMinutes')::int, ${defaults.autoFulfillDelayMinutes}::int)))
        end as at
      from orders o join channels c on c.company_id = o.company_id and c.id = o.channel_id
      where o.company_id = ${companyAtRunTime(companyId)} and o.id = any(${sql.param([...orderIds])}::uuid[])
    )
    update orders o set fulfill_after = due.at, updated_at = now() from due
    where o.company_id = ${companyAtRunTime(companyId)} and o.id = due.id and o.fulfill_after is distinct from due.at`)
}
