import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { isoOrNull } from '#server/platform/db/rows.ts'

/** What has come in from a channel: when its last order was placed, and how much of it waits for a person. */
export type ChannelActivity = { lastOrderAt: string | null; problems: number }

export async function readChannelActivity(
  tx: Tx,
  companyId: string,
  channelIds: readonly string[],
): Promise<Map<string, ChannelActivity>> {
  const { rows } = await tx.execute<ChannelActivity & { id: string }>(sql`
    with waiting as (
      select coalesce(o.channel_id, e.channel_id) as channel_id, count(*)::int as problems
      from attention_items a
      left join orders o on o.company_id = ${companyId} and o.id = a.order_id
      left join webhook_events e on e.company_id = ${companyId} and e.id = a.webhook_event_id
      where a.company_id = ${companyId} and a.resolved_at is null
      group by 1
    )
    select channel.id, coalesce(waiting.problems, 0) as problems, (
      select o.placed_at from orders o where o.company_id = ${companyId} and o.channel_id = channel.id
      order by o.placed_at desc limit 1
    ) as "lastOrderAt"
    from unnest(${sql.param(channelIds)}::uuid[]) as channel(id)
    left join waiting on waiting.channel_id = channel.id`)
  return new Map(rows.map(({ id, lastOrderAt, problems }) => [id, { lastOrderAt: isoOrNull(lastOrderAt), problems }]))
}
