import { sql } from 'drizzle-orm'
import { attentionRemedies } from '#contract/attention-remedies.ts'
import { asMessage, type Message } from '#contract/i18n.ts'
import type { AttentionFilter, AttentionRow } from '#contract/attention.ts'
import { attentionCodes } from '#contract/order-status.ts'
import type { Page, PageQuery } from '#contract/paging.ts'
import { readWaitingLines } from '#server/features/inventory/hold-queries.ts'
import { getChannelOrThrow } from '#server/features/channels/channel-queries.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { iso } from '#server/platform/db/rows.ts'
import { isNotWaiting } from '#server/platform/db/schema/attention.ts'
import { decodeCursor, microsecondsOf, NewestFirst, toPage } from '#server/platform/paging.ts'
import { attentionActors } from './rules.ts'

export async function listAttention(ctx: CompanyContext, query: Query): Promise<Page<AttentionRow>> {
  return ctx.read(async (tx) => {
    if (query.channelId) await getChannelOrThrow(tx, ctx.companyId, query.channelId)
    return listOpenAttention(tx, ctx, query)
  })
}

type Query = PageQuery & AttentionFilter

type StockFields = Pick<AttentionRow, 'shortLines' | 'coveredUnits'>

type AttentionRecord = Omit<AttentionRow, 'remedy' | 'whoActs' | keyof StockFields> & {
  key: number
  sentence: Message | null
}

/** Oldest first: the longest wait is the most urgent. */
async function listOpenAttention(tx: Tx, ctx: CompanyContext, query: Query): Promise<Page<AttentionRow>> {
  const { companyId } = ctx
  const { channelId, code, whoActs, state = 'open', cursor, limit } = query
  const codes = attentionCodes.filter(
    (one) => (!code || one === code) && (!whoActs || attentionActors[one] === whoActs),
  )
  const keys = decodeCursor(cursor, NewestFirst)
  const follows = keys
    ? sql`and (a.raised_at, a.id) > (timestamptz 'epoch' + ${keys[0]}::float8 * interval '1 microsecond', ${keys[1]}::uuid)`
    : sql``
  const open = sql`
    attention_items a
    left join orders o on o.company_id = a.company_id and o.id = a.order_id
    left join webhook_events e on e.company_id = a.company_id and e.id = a.webhook_event_id
    where a.company_id = ${companyId} and a.resolved_at is null and a.code = any(${sql.param(codes)}::text[])
      and ${state === 'open' ? sql`` : sql`not`} (${isNotWaiting(sql`a`)})
      ${channelId ? sql`and coalesce(o.channel_id, e.channel_id) = ${channelId}` : sql``}`
  const found = await tx.execute<AttentionRecord>(sql`
    with page as (
      select a.id, a.code, a.reason, a.sentence, a.raised_at, a.order_id, a.webhook_event_id, o.order_number,
        o.status as order_status, o.currency, a.details ->> 'waitsForStockSince' as waiting_since,
        coalesce(o.external_order_id, e.external_order_id) as external_order_id, o.external_number,
        coalesce(o.channel_id, e.channel_id) as channel_id
      from ${open} ${follows}
      order by a.raised_at, a.id limit ${limit + 1}
    )
    select p.id, p.code, p.reason, p.sentence, p.raised_at as "raisedAt", ${microsecondsOf(sql`p.raised_at`)} as key,
      p.order_id as "orderId", p.order_number as "orderNumber", p.external_order_id as "externalOrderId",
      p.external_number as "externalNumber",
      p.order_status as "orderStatus", (
        select d.id from channel_deliveries d
        where p.code = 'push_back_failed' and d.company_id = ${companyId} and d.order_id = p.order_id
          and d.status = 'failed' order by d.created_at desc, d.id desc limit 1
      ) as "messageId",
      p.webhook_event_id as "deliveryId", p.channel_id as "channelId", c.name as "channelName",
      p.currency, p.waiting_since as "waitsForStockSince",
      array(
        select distinct i.sku from order_items i
        where p.code = 'unmapped_sku' and i.company_id = ${companyId} and i.order_id = p.order_id and i.sku_id is null
        order by i.sku
      ) as "unknownSkus",
      array(
        select json_build_object('code', i.code, 'externalId', i.external_id, 'title', i.title, 'quantity', i.quantity,
          'unitPrice', i.unit_price) from (
          select i.sku as code, i.external_product_id as external_id, min(i.title) as title, min(i.position) as position,
            sum(i.quantity)::int as quantity, min(i.unit_price)::text as unit_price
          from order_items i
          where p.code = 'unmapped_sku' and i.company_id = ${companyId} and i.order_id = p.order_id and i.sku_id is null
          group by i.sku, i.external_product_id
        ) i order by i.position
      ) as "unknownItems"
    from page p left join channels c on c.company_id = ${companyId} and c.id = p.channel_id
    order by p.raised_at, p.id`)
  const counted = await tx.execute<{ total: number }>(sql`select count(*)::int as total from ${open}`)
  const page = toPage(found.rows, limit, counted.rows[0]?.total ?? 0, (row) => [row.key, row.id])
  const stockOf = await readStock(tx, companyId, page.rows)
  return { ...page, rows: page.rows.map((row) => ({ ...toRow(ctx, row), ...stockOf(row) })) }
}

/** What the orders without enough stock lack, and what could be sent of them. */
async function readStock(tx: Tx, companyId: string, rows: readonly AttentionRecord[]) {
  const orderIds = rows.flatMap(({ code, orderId }) => (code === 'not_enough_stock' && orderId ? [orderId] : []))
  const waiting = orderIds.length > 0 ? await readWaitingLines(tx, companyId, orderIds) : []
  const codes = await readSkuCodes(tx, companyId, [...new Set(waiting.map(({ skuId }) => skuId))])
  const linesOf = Map.groupBy(waiting, ({ orderId }) => orderId)
  return ({ code, orderId }: AttentionRecord): StockFields => {
    const lines = (code === 'not_enough_stock' && orderId && linesOf.get(orderId)) || []
    const short = lines.filter(({ lacking }) => lacking > 0)
    return {
      shortLines: short.map(({ orderItemId, skuId, sku, quantity, lacking }) => {
        return { orderItemId, skuId, sku: codes.get(skuId) ?? sku, quantity, lacking }
      }),
      coveredUnits: lines.reduce((sum, { quantity, lacking }) => sum + quantity - lacking, 0),
    }
  }
}

async function readSkuCodes(tx: Tx, companyId: string, skuIds: readonly string[]): Promise<Map<string, string>> {
  if (skuIds.length === 0) return new Map()
  const { rows } = await tx.execute<{ id: string; sku: string }>(sql`
    select id, sku from skus where company_id = ${companyId} and id = any(${sql.param([...skuIds])}::uuid[])`)
  return new Map(rows.map(({ id, sku }) => [id, sku]))
}

const toRow = (
  ctx: CompanyContext,
  { key: _key, sentence, ...row }: AttentionRecord,
): Omit<AttentionRow, keyof StockFields> => ({
  ...row,
  reason: ctx.inReadersLanguage(sentence ?? asMessage(row.reason)),
  remedy: ctx.inReadersLanguage(asMessage(attentionRemedies[row.code])),
  whoActs: attentionActors[row.code],
  raisedAt: iso(row.raisedAt),
})
