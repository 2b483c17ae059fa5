import { type SQL, sql } from 'drizzle-orm'
import type { ItemMatch } from '#contract/channel-values.ts'
import { plain } from '#contract/fields.ts'
import { toMoney } from '#contract/money.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companyAtRunTime } from '#server/platform/db/prepared.ts'
import type { ChannelItem } from '#server/ports/channel.ts'
import type { MappedCode, OwnSku, SoldItem } from './match-items.ts'

export type ChannelKey = { companyId: string; channelId: string }

/** Prefix of the ids under which learned codes are stored among the channel's items. */
export const codePrefix = 'code:'

/** A code learned from an order line without an item id: a person mapped it, and which item of the channel it belongs to is not known. */
export const itemIdOfCode = (code: string): string => codePrefix + code

/** Stores up to some hundred items with one statement. An item that was matched stays matched. */
export async function upsertItems(
  tx: Tx,
  { companyId, channelId }: ChannelKey,
  items: readonly ChannelItem[],
  seenAt: Date,
): Promise<void> {
  const rows = [...new Map(items.map((item) => [item.externalId, toRow(item)])).values()]
  if (rows.length === 0) return
  await tx.execute(sql`
    insert into channel_items as i (company_id, channel_id, external_id, refs, title, variant, sku, barcode, price, currency,
      image_url, quantity, obstacle, seen_at)
    select ${companyId}, ${channelId}, "externalId", refs, title, variant, sku, barcode, price, currency, "imageUrl", quantity,
      obstacle, ${seenAt.toISOString()}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as r("externalId" text, refs jsonb, title text, variant text,
      sku text, barcode text, price numeric, currency text, "imageUrl" text, quantity int, obstacle text)
    order by "externalId"
    on conflict (company_id, channel_id, external_id) do update set refs = excluded.refs, title = excluded.title,
      variant = excluded.variant, sku = excluded.sku, barcode = excluded.barcode, price = excluded.price,
      currency = excluded.currency, image_url = excluded.image_url, quantity = excluded.quantity,
      obstacle = excluded.obstacle, seen_at = excluded.seen_at, removed_at = null, updated_at = now()`)
}

const toRow = (item: ChannelItem) => ({
  ...item,
  title: plain(item.title, 500) ?? item.externalId,
  variant: plain(item.variant, 300),
  sku: plain(item.sku, 200),
  barcode: plain(item.barcode, 100),
  price: toPrice(item.price),
  imageUrl: plain(item.imageUrl, 2_000),
  obstacle: plain(item.obstacle, 500),
})

/** Null for what the column can't hold; a shop may have three decimals, or no number. */
function toPrice(text: string | null): string | null {
  const amount = text === null || text.trim() === '' ? Number.NaN : Number(text)
  return amount >= 0 && amount < 99_999_999.99 ? toMoney(amount) : null
}

export async function saveReading(
  tx: Tx,
  { companyId, channelId }: ChannelKey,
  { cursor, readAt }: { cursor: string | null; readAt: Date | null },
): Promise<void> {
  await tx.execute(sql`
    update channels set items_cursor = ${cursor},
      items_read_at = coalesce(${readAt?.toISOString() ?? null}::timestamptz, items_read_at)
    where company_id = ${companyId} and id = ${channelId}`)
}

/** Marks what a complete reading no longer had. Ids that only an order has named are not the channel's to remove. */
export async function markRemoved(tx: Tx, { companyId, channelId }: ChannelKey, startedAt: Date): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    update channel_items set removed_at = now(), updated_at = now()
    where company_id = ${companyId} and channel_id = ${channelId} and removed_at is null
      and seen_at < ${startedAt.toISOString()}::timestamptz`)
  return rowCount ?? 0
}

/**
 * Queues the SKUs of which the channel shows another quantity than it has confirmed, or refused one: somebody changed it there, or it
 * was not possible before.
 */
export async function recordDifferentOffers(tx: Tx, { companyId, channelId }: ChannelKey): Promise<void> {
  await recordChangesOf(
    tx,
    { companyId, channelId },
    sql`
    select distinct i.sku_id from channel_items i
    left join lateral (
      select found.sync_status from listings found
      where found.company_id = ${companyAtRunTime(companyId)} and found.channel_id = ${channelId}
        and found.sku_id = i.sku_id offset 0
    ) as l on true
    where i.company_id = ${companyId} and i.channel_id = ${channelId} and i.sku_id is not null and i.removed_at is null
      and i.seen_at is not null
      and (i.quantity is distinct from i.confirmed_quantity or coalesce(l.sync_status, 'pending') in ('pending', 'failed'))`,
  )
}

/** Queues these SKUs, if offers are pushed to the channel. */
export async function recordItemsChanged(tx: Tx, channel: ChannelKey, skuIds: readonly string[]): Promise<void> {
  await tx.execute(sql`
    update listings set sync_status = 'pending', sync_error = null
    where company_id = ${companyAtRunTime(channel.companyId)} and channel_id = ${channel.channelId}
      and sku_id = any(${sql.param([...skuIds])}::uuid[])`)
  await recordChangesOf(
    tx,
    channel,
    sql`select distinct sku_id from unnest(${sql.param([...skuIds])}::uuid[]) as s(sku_id)`,
  )
}

async function recordChangesOf(tx: Tx, { companyId, channelId }: ChannelKey, skuIds: SQL): Promise<void> {
  await tx.execute(sql`
    insert into offer_changes (company_id, channel_id, sku_id, changed_at)
    select ${companyId}::uuid, ${channelId}::uuid, changed.sku_id, clock_timestamp() from (${skuIds}) as changed(sku_id)
    where exists (select from channels c where c.company_id = ${companyId} and c.id = ${channelId} and c.is_pushed)
    order by changed.sku_id
    on conflict (company_id, channel_id, sku_id) do update set changed_at = excluded.changed_at, retry_at = null`)
}

/** An item `i` that nobody has decided on. */
export const isOpenItem = sql`i.removed_at is null and i.sku_id is null and not i.is_ignored`

/** Whether the SKU suggested for an item `i` can still be chosen. */
export const hasSuggestion = sql`exists (
  select from skus g where g.company_id = i.company_id and g.id = i.suggested_sku_id and g.is_active
)`

export type CheckedItem = {
  externalId: string
  suggestedSkuId: string | null
  evidence: string | null
  reason: string | null
}

/** Stores what matching found out about open items, where it is not what is stored. */
export async function storeSuggestions(
  tx: Tx,
  { companyId, channelId }: ChannelKey,
  checked: readonly CheckedItem[],
): Promise<void> {
  if (checked.length === 0) return
  await tx.execute(sql`
    update channel_items i set suggested_sku_id = r."suggestedSkuId", suggestion_evidence = r.evidence,
      unmatched_reason = r.reason, updated_at = now()
    from json_to_recordset(${JSON.stringify(checked)}::json)
      as r("externalId" text, "suggestedSkuId" uuid, evidence text, reason text)
    where i.company_id = ${companyAtRunTime(companyId)} and i.channel_id = ${channelId} and i.external_id = r."externalId"
      and ${isOpenItem} and (i.suggested_sku_id, i.suggestion_evidence, i.unmatched_reason)
        is distinct from (r."suggestedSkuId", r.evidence, r.reason)`)
}

/** The suggestions for open items: all of them, or those chosen. */
export async function readSuggestions(
  tx: Tx,
  { companyId, channelId }: ChannelKey,
  externalIds: readonly string[] | undefined,
): Promise<{ externalId: string; skuId: string }[]> {
  const chosen = externalIds ? sql`i.external_id = any(${sql.param([...externalIds])}::text[])` : sql`true`
  const { rows } = await tx.execute<{ externalId: string; skuId: string }>(sql`
    select i.external_id as "externalId", i.suggested_sku_id as "skuId" from channel_items i
    where i.company_id = ${companyId} and i.channel_id = ${channelId} and ${isOpenItem} and ${hasSuggestion} and ${chosen}`)
  return rows
}

/** What matching compares: all that the channel sells now, and all our SKUs. */
export async function readMatchInput(tx: Tx, { companyId, channelId }: ChannelKey) {
  const items = await tx.execute<SoldItem>(selectSoldItems({ companyId, channelId }))
  const skus = await readOwnSkus(tx, companyId)
  const mapped = await tx.execute<MappedCode>(sql`
    select substr(external_id, ${codePrefix.length + 1}) as code, sku_id as "skuId" from channel_items
    where company_id = ${companyId} and channel_id = ${channelId} and starts_with(external_id, ${codePrefix})
      and sku_id is not null`)
  return { items: items.rows, skus, mappedCodes: mapped.rows }
}

/** What the channel sells now, as it was last read. */
const selectSoldItems = ({ companyId, channelId }: ChannelKey): SQL => sql`
  select external_id as "externalId", title, variant, sku, barcode, sku_id as "skuId", is_ignored as "isIgnored"
  from channel_items where company_id = ${companyId} and channel_id = ${channelId} and removed_at is null
    and seen_at is not null`

export async function findSoldItem(tx: Tx, channel: ChannelKey, externalId: string): Promise<SoldItem | undefined> {
  const { rows } = await tx.execute<SoldItem>(sql`${selectSoldItems(channel)} and external_id = ${externalId}`)
  return rows[0]
}

export async function readOwnSkus(tx: Tx, companyId: string): Promise<OwnSku[]> {
  // A look-up by key (`offset 0`): without statistics PostgreSQL would compare each SKU with each product.
  const { rows } = await tx.execute<OwnSku>(sql`
    select s.id, s.sku, coalesce(s.title, p.title) as title, s.barcode, s.is_active as "isActive"
    from skus s cross join lateral (
      select found.title from products found
      where found.company_id = ${companyAtRunTime(companyId)} and found.id = s.product_id offset 0
    ) as p where s.company_id = ${companyId}`)
  return rows
}

export type NewMatch = { externalId: string; skuId: string | null; by: ItemMatch }

/** An item before and after the change. */
export type ChangedMatch = { externalId: string; skuId: string | null; before: string | null }

type MatchedRow = { externalId: string; skuId: string | null; isIgnored: boolean }

/**
 * Sets or undoes matches; returns those that changed. `onlyOpen` leaves alone what was matched or ignored meanwhile. The rows are there and
 * locked, so the upsert only updates: it finds each by its key, while PostgreSQL, which has no statistics on rows just read, might read all
 * of the channel for each.
 */
export async function updateMatches(
  tx: Tx,
  { companyId, channelId }: ChannelKey,
  matches: readonly NewMatch[],
  { at, onlyOpen }: { at: Date; onlyOpen: boolean },
): Promise<ChangedMatch[]> {
  const wanted = new Map(matches.map((match) => [match.externalId, match]))
  const { rows } = await tx.execute<MatchedRow>(sql`
    select external_id as "externalId", sku_id as "skuId", is_ignored as "isIgnored" from channel_items
    where company_id = ${companyId} and channel_id = ${channelId}
      and external_id = any(${sql.param([...wanted.keys()])}::text[])
    order by external_id for update`)
  const changes = rows.flatMap(({ externalId, skuId: before, isIgnored }) => {
    const { skuId, by } = wanted.get(externalId) ?? { skuId: before, by: null }
    const isOpen = before === null && !isIgnored
    const isDifferent = before !== skuId || (skuId === null && !isIgnored)
    return (onlyOpen ? isOpen : isDifferent) ? [{ externalId, skuId, before, by: skuId === null ? null : by }] : []
  })
  if (changes.length === 0) return []
  await tx.execute(sql`
    insert into channel_items (company_id, channel_id, external_id, title, sku_id, matched_by, matched_at, is_ignored)
    select ${companyId}, ${channelId}, "externalId", "externalId", "skuId", by,
      case when "skuId" is not null then ${at.toISOString()}::timestamptz end, "skuId" is null
    from json_to_recordset(${JSON.stringify(changes)}::json) as r("externalId" text, "skuId" uuid, by text)
    on conflict (company_id, channel_id, external_id) do update set sku_id = excluded.sku_id,
      matched_by = excluded.matched_by, matched_at = excluded.matched_at, is_ignored = excluded.is_ignored,
      suggested_sku_id = null, suggestion_evidence = null, unmatched_reason = null, confirmed_quantity = null,
      confirmed_at = null, updated_at = now()`)
  return changes.map(({ externalId, skuId, before }) => ({ externalId, skuId, before }))
}

/** Orders with lines that wait for these items. */
export async function countWaitingOrders(
  tx: Tx,
  { companyId, channelId }: ChannelKey,
  externalIds: readonly string[],
): Promise<number> {
  if (externalIds.length === 0) return 0
  const { rows } = await tx.execute<{ orders: number }>(sql`
    select count(distinct o.id)::int as orders from order_items l
    join orders o on o.company_id = l.company_id and o.id = l.order_id
    where l.company_id = ${companyId} and l.sku_id is null and o.channel_id = ${channelId} and o.status <> 'cancelled'
      and l.external_product_id = any(${sql.param([...externalIds])}::text[])`)
  return rows[0]?.orders ?? 0
}
