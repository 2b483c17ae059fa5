import { sql } from 'drizzle-orm'
import type { ListingSyncStatus } from '#contract/channel-values.ts'
import type { ChannelHealth } from '#contract/channel-connect.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { isoOrNull } from '#server/platform/db/rows.ts'
import { catalog } from '#server/platform/jobs/catalog.ts'
import { hasSuggestion, isOpenItem } from '../items/queries.ts'

/** What waits at a channel, failed or was put right. Moments are ISO texts. */
export type ChannelFacts = {
  waiting: ChannelHealth['waiting']
  items: ChannelHealth['items']
  offers: ChannelHealth['offers']
  isReadingItems: boolean
  /** Orders of which the channel could not be told, and deliveries that could not be read. */
  failedMessages: number
  failedDeliveries: number
  /** What was wrong with the webhooks within the last day and was put right. */
  healedAt: string | null
}

type FactsRow = {
  offers: number
  oldestOfferAt: string | null
  messages: number
  oldestMessageAt: string | null
  deliveries: number
  oldestDeliveryAt: string | null
  heldOrders: number
  failedMessages: number
  failedDeliveries: number
  items: { total: number; matched: number; ignored: number; suggested: number }
  listings: Partial<Record<ListingSyncStatus, number>>
  unlisted: number
  isReadingItems: boolean
  healedAt: string | null
}

export async function readChannelFacts(
  tx: Tx,
  companyId: string,
  { channelId, now }: { channelId: string; now: Date },
): Promise<ChannelFacts> {
  const dayAgo = new Date(now.getTime() - 86_400_000).toISOString()
  const { rows } = await tx.execute<FactsRow>(sql`
    select w.*, m.*, d.*, held."heldOrders", failed."failedMessages", items, coalesce(listings.by_status, '{}') as listings,
      exists (
        select from pgboss.job j where j.name = ${catalog['channels.read-items'].lane} and j.group_id = ${companyId}
          and j.state <= 'active' and j.data ->> 'job' = 'channels.read-items' and j.data -> 'payload' ->> 'channelId' = ${channelId}
      ) as "isReadingItems",
      (select max(a.created_at) from audit_log a where a.company_id = ${companyId} and a.resource = 'channel'
        and a.resource_id = ${channelId} and a.action = 'channel.heal-webhooks' and a.created_at > ${dayAgo}::timestamptz) as "healedAt"
    from (
      select count(*)::int as offers, min(c.changed_at) as "oldestOfferAt",
        count(*) filter (where l.sku_id is null)::int as unlisted
      from offer_changes c
      left join listings l on l.company_id = ${companyId} and l.channel_id = c.channel_id and l.sku_id = c.sku_id
      where c.company_id = ${companyId} and c.channel_id = ${channelId}
    ) w, (
      select count(*)::int as messages, min(e.created_at) as "oldestMessageAt" from channel_deliveries e
      where e.company_id = ${companyId} and e.next_attempt_at is not null and e.channel_id = ${channelId}
    ) m, (
      select count(*) filter (where e.error is null)::int as deliveries,
        min(e.created_at) filter (where e.error is null) as "oldestDeliveryAt",
        count(*) filter (where e.error is not null)::int as "failedDeliveries"
      from webhook_events e
      where e.company_id = ${companyId} and e.channel_id = ${channelId} and e.is_verified and not e.is_processed
    ) d, (
      select count(*)::int as "heldOrders" from orders o
      where o.company_id = ${companyId} and o.channel_id = ${channelId} and o.status in ('placed', 'acknowledged')
        and o.channel_hold is not null
    ) held, (
      select count(*)::int as "failedMessages" from attention_items a
      join orders o on o.company_id = ${companyId} and o.id = a.order_id and o.channel_id = ${channelId}
      where a.company_id = ${companyId} and a.code = 'push_back_failed' and a.resolved_at is null
    ) failed, (
      select json_build_object('total', count(*)::int, 'matched', count(sku_id)::int,
        'ignored', (count(*) filter (where sku_id is null and is_ignored))::int,
        'suggested', (count(*) filter (where ${isOpenItem} and ${hasSuggestion}))::int) as items
      from channel_items i where i.company_id = ${companyId} and i.channel_id = ${channelId} and i.removed_at is null
    ) items, (
      select json_object_agg(sync_status, number) as by_status from (
        select sync_status, count(*)::int as number from listings
        where company_id = ${companyId} and channel_id = ${channelId} group by sync_status
      ) counted
    ) listings`)
  const [row] = rows
  if (!row) throw new Error('A statement of counts answers one row')
  return toFacts(row)
}

function toFacts({ items, listings, unlisted, ...row }: FactsRow): ChannelFacts {
  const { total, matched, ignored, suggested } = items
  return {
    waiting: {
      offers: row.offers,
      oldestOfferAt: isoOrNull(row.oldestOfferAt),
      messages: row.messages,
      oldestMessageAt: isoOrNull(row.oldestMessageAt),
      deliveries: row.deliveries,
      oldestDeliveryAt: isoOrNull(row.oldestDeliveryAt),
      heldOrders: row.heldOrders,
    },
    items: { total, matched, ignored, suggested, unmatched: total - matched - ignored - suggested },
    offers: {
      synced: listings.synced ?? 0,
      sent: listings.sent ?? 0,
      pending: (listings.pending ?? 0) + unlisted,
      failed: listings.failed ?? 0,
      notListed: listings.not_listed ?? 0,
    },
    isReadingItems: row.isReadingItems,
    failedMessages: row.failedMessages,
    failedDeliveries: row.failedDeliveries,
    healedAt: isoOrNull(row.healedAt),
  }
}
