import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { ChannelItemRow, channelItemsApi, ItemState } from '#contract/channel-items.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { Page } from '#contract/paging.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { containsText, isoOrNull } from '#server/platform/db/rows.ts'
import { translateStored } from '#server/platform/db/sentences.ts'
import { decodeCursor, toPage } from '#server/platform/paging.ts'
import { getChannelOrThrow } from '../channel-queries.ts'
import { type ChannelKey, hasSuggestion, isOpenItem } from './queries.ts'

const ByTitle = z.tuple([z.string(), z.string()])

export async function listItems(
  ctx: CompanyContext,
  { channelId, limit, cursor, search, state }: ParsedInputOf<typeof channelItemsApi.list>,
): Promise<Page<ChannelItemRow>> {
  const { companyId } = ctx
  const after = decodeCursor(cursor, ByTitle)
  return ctx.read(async (tx) => {
    await getChannelOrThrow(tx, companyId, channelId)
    const { rows, total } = await listItemRecords(tx, { companyId, channelId }, { search, state, after }, limit + 1)
    const page = toPage(rows, limit, total, ({ title, externalId }) => [title, externalId])
    return { ...page, rows: page.rows.map((row) => toItemRow(ctx, row)) }
  })
}

const toItemRow = (ctx: CompanyContext, row: ItemRecord): ChannelItemRow => ({
  ...row,
  obstacle: translateStored(ctx, row.obstacle),
  reason: translateStored(ctx, row.reason),
  state: stateOf(row),
})

function stateOf({ removedAt, match, isIgnored, suggestion }: ItemRecord): ItemState {
  if (removedAt !== null) return 'removed'
  if (match !== null) return 'matched'
  if (isIgnored) return 'ignored'
  return suggestion === null ? 'unmatched' : 'suggested'
}

type ItemRecord = Omit<ChannelItemRow, 'state'> & { removedAt: string | null; isIgnored: boolean }

type ItemQuery = {
  search: string | undefined
  state: ItemState | undefined
  after: readonly [title: string, externalId: string] | null
}

/** Sorted by title. */
async function listItemRecords(
  tx: Tx,
  { companyId, channelId }: ChannelKey,
  { search, state, after }: ItemQuery,
  limit: number,
): Promise<{ rows: ItemRecord[]; total: number }> {
  const text = containsText(search, sql`i.title`, sql`i.variant`, sql`i.sku`, sql`i.barcode`, sql`s.sku`) ?? sql`true`
  const follows = after ? sql`(i.title, i.external_id) > (${after[0]}, ${after[1]})` : sql`true`
  const found = sql`channel_items i left join skus s on s.company_id = i.company_id and s.id = i.sku_id
      where i.company_id = ${companyId} and i.channel_id = ${channelId} and ${inState(state)} and ${text}`
  const { rows } = await tx.execute<{ rows: ItemRecord[]; total: number }>(sql`
    with page as materialized (
      select i.title, i.external_id from ${found} and ${follows} order by i.title, i.external_id limit ${limit}
    )
    select (select count(*)::int from ${found}) as total,
      coalesce((select json_agg(${itemJson} order by page.title, page.external_id) from page
        join channel_items i on i.company_id = ${companyId} and i.channel_id = ${channelId}
          and i.external_id = page.external_id
        left join skus s on s.company_id = i.company_id and s.id = i.sku_id
        left join products p on p.company_id = i.company_id and p.id = s.product_id
        left join skus g on g.company_id = i.company_id and g.id = i.suggested_sku_id and g.is_active
        left join products gp on gp.company_id = i.company_id and gp.id = g.product_id), '[]') as rows`)
  const [page] = rows
  return { rows: (page?.rows ?? []).map(toRecord), total: page?.total ?? 0 }
}

const itemJson = sql`json_build_object('externalId', i.external_id, 'title', i.title, 'variant', i.variant, 'sku', i.sku,
  'barcode', i.barcode, 'price', i.price::text, 'currency', i.currency, 'imageUrl', i.image_url, 'quantity', i.quantity,
  'obstacle', i.obstacle, 'confirmedQuantity', i.confirmed_quantity, 'confirmedAt', i.confirmed_at::text,
  'removedAt', i.removed_at::text, 'isIgnored', i.is_ignored,
  'match', case when i.sku_id is not null then json_build_object('skuId', s.id, 'sku', s.sku,
    'title', coalesce(s.title, p.title), 'by', i.matched_by, 'at', i.matched_at::text) end,
  'suggestion', case when ${isOpenItem} and g.id is not null then json_build_object('skuId', g.id, 'sku', g.sku,
    'title', coalesce(g.title, gp.title), 'evidence', i.suggestion_evidence) end,
  'reason', case when ${isOpenItem} then i.unmatched_reason end)`

const toRecord = (row: ItemRecord): ItemRecord => ({
  ...row,
  confirmedAt: isoOrNull(row.confirmedAt),
  match: row.match && { ...row.match, at: isoOrNull(row.match.at) ?? row.match.at },
})

function inState(state: ItemQuery['state']): SQL {
  switch (state) {
    case undefined:
      return sql`true`
    case 'removed':
      return sql`i.removed_at is not null`
    case 'matched':
      return sql`i.removed_at is null and i.sku_id is not null`
    case 'ignored':
      return sql`i.removed_at is null and i.sku_id is null and i.is_ignored`
    case 'suggested':
      return sql`${isOpenItem} and ${hasSuggestion}`
    case 'unmatched':
      return sql`${isOpenItem} and not ${hasSuggestion}`
  }
}
