import { sql } from 'drizzle-orm'
import type { StockDetail, StockExplanation, StockHistory, StockHold, StockMovement } from '#contract/inventory.ts'
import type { Page, PageQuery } from '#contract/paging.ts'
import { noSuchSku } from '#server/features/products/sku-queries.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companyParameter, prepared, preparedVariants } from '#server/platform/db/prepared.ts'
import { iso, isoOrNull } from '#server/platform/db/rows.ts'
import { cursorValues, microsecondsOf, olderThanCursor, toPage } from '#server/platform/paging.ts'
import { sellableOf } from './sellable.ts'
import { stockFields, stockJoins, type StockRecord, withStatus } from './stock-queries.ts'

type DetailRecord = StockRecord &
  Pick<StockDetail, 'version' | 'safetyBuffer' | 'companyBuffer' | 'isActive' | 'stockedAt' | 'holds' | 'codes'> &
  Pick<StockExplanation, 'source' | 'readAt' | 'counted' | 'countedReserved' | 'held'>

type DetailForm = { withHolds: boolean }

/** One statement, so that the holds and the numbers they explain come from one snapshot. */
const readDetail = preparedVariants<DetailRecord, DetailForm>(
  ({ withHolds }) => sql`
  select ${stockFields}, s.version, s.is_active as "isActive", s.safety_buffer as "safetyBuffer",
    settings.safety_buffer as "companyBuffer", l.source, l.read_at as "readAt", l.qty_available as counted,
    l.qty_reserved as "countedReserved", l.qty_held as held,
    (${warehouse}) as "stockedAt", (${channelCodes}) as codes, ${withHolds ? sql`(${openHolds})` : sql`json '[]'`} as holds
  from skus s ${stockJoins}
  where s.company_id = ${companyParameter} and s.id = ${sql.placeholder('skuId')}`,
)

const readWithoutHolds = readDetail({ withHolds: false })

const readWithHolds = readDetail({ withHolds: true })

/** Holds are read only if there are any, which is rare. */
export async function getStockDetailOrThrow(tx: Tx, companyId: string, skuId: string): Promise<StockDetail> {
  const values = { companyId, skuId }
  let [record] = await readWithoutHolds(tx, values)
  if (record && record.held > 0) [record] = await readWithHolds(tx, values)
  if (!record) throw noSuchSku()
  return toDetail(record)
}

const warehouse = sql`
  select json_build_object('accountName', a.name, 'marketplace', s.amazon_marketplace_id)
  from amazon_integrations a where a.company_id = s.company_id and a.id = s.amazon_integration_id`

/** Codes mapped on orders are stored as items whose id begins with `code:` (`codePrefix` of the channels). */
const channelCodes = sql`
  select coalesce(json_agg(json_build_object(
    'channelId', c.id, 'channelName', c.name, 'title', m.title,
    'code', case when m.is_code then substr(m.external_id, 6) else coalesce(m.sku, m.external_id) end,
    'externalId', case when not m.is_code then m.external_id end
  ) order by c.name, m.external_id), '[]')
  from (
    select found.*, starts_with(found.external_id, 'code:') as is_code from channel_items found
    where found.company_id = s.company_id and found.sku_id = s.id and found.removed_at is null
  ) as m join channels c on c.company_id = m.company_id and c.id = m.channel_id`

const openHolds = sql`
  select coalesce(json_agg(json_build_object(
    'id', h.id, 'orderId', o.id, 'orderNumber', o.order_number, 'channelType', c.type,
    'quantity', h.quantity, 'createdAt', h.created_at, 'acceptedAt', h.accepted_at
  ) order by h.created_at, h.id), '[]')
  from stock_holds h
  join order_items i on i.company_id = h.company_id and i.id = h.order_item_id
  join orders o on o.company_id = i.company_id and o.id = i.order_id
  left join channels c on c.company_id = o.company_id and c.id = o.channel_id
  where h.company_id = s.company_id and h.sku_id = s.id and h.ended_at is null`

function toDetail(record: DetailRecord): StockDetail {
  const { sellable: _sellable, source, readAt, counted, countedReserved, held, holds, ...row } = record
  const available = row.qtyAvailable
  const formula = sellableOf(available, [row.safetyBuffer, row.companyBuffer])
  return {
    ...withStatus(row),
    why: { source, readAt: isoOrNull(readAt), counted, countedReserved, held, available, ...formula },
    holds: holds.map(toHold),
  }
}

const toHold = (hold: StockHold): StockHold => ({
  ...hold,
  createdAt: iso(hold.createdAt),
  acceptedAt: isoOrNull(hold.acceptedAt),
})

type Span = { companyId: string; skuId: string; days: number; now: Date }

/**
 * For each day up to today, the last count before the day ended in the company's time zone. One index look-up per day.
 */
const readHistory = prepared<StockHistory[number]>(
  () => sql`
  with here as (
    select company_id, time_zone as zone, (${sql.placeholder('now')}::timestamptz at time zone time_zone)::date as today
    from company_settings where company_id = ${companyParameter}
  )
  select to_char(days.day, 'YYYY-MM-DD') as day, last.qty_available as "qtyAvailable",
    last.qty_reserved as "qtyReserved", last.qty_inbound as "qtyInbound"
  from here
  cross join lateral (
    select today - back as day from generate_series(0, ${sql.placeholder('days')}::int - 1) as back
  ) as days
  cross join lateral (
    select s.qty_available, s.qty_reserved, s.qty_inbound from inventory_snapshots s
    where s.company_id = here.company_id and s.sku_id = ${sql.placeholder('skuId')}
      and s.captured_at < ((days.day + 1)::timestamp at time zone here.zone)
    order by s.captured_at desc, s.id desc limit 1
  ) as last
  order by days.day`,
)

export async function readStockHistory(tx: Tx, { companyId, skuId, days, now }: Span): Promise<StockHistory> {
  const [history] = await Promise.all([
    readHistory(tx, { companyId, skuId, days, now: now.toISOString() }),
    assertSkuExists(tx, companyId, skuId),
  ])
  return history
}

type MovementRecord = StockMovement & { key: number }

const ofSku = sql`company_id = ${companyParameter} and sku_id = ${sql.placeholder('skuId')}`

/** Reads one row more than the page shows, to compute the change of its last row. */
const readMovements = preparedVariants<MovementRecord, { hasCursor: boolean }>(
  ({ hasCursor }) => sql`
  with page as (
    select * from inventory_snapshots
    where ${ofSku} and ${hasCursor ? olderThanCursor(sql`captured_at`, sql`id`) : sql`true`}
    order by captured_at desc, id desc limit ${sql.placeholder('limit')}
  )
  select id, source, captured_at as "capturedAt", qty_available as "qtyAvailable", qty_reserved as "qtyReserved",
    qty_inbound as "qtyInbound", reason, note, qty_available - lead(qty_available) over newest_first as change,
    ${microsecondsOf(sql`captured_at`)} as key
  from page window newest_first as (order by captured_at desc, id desc)
  order by captured_at desc, id desc`,
)

const countMovements = prepared<{ total: number }>(
  () => sql`select count(*)::int as total from inventory_snapshots where ${ofSku}`,
)

export async function listMovements(
  tx: Tx,
  { companyId, skuId, cursor, limit }: PageQuery & { companyId: string; skuId: string },
): Promise<Page<StockMovement>> {
  const values = { companyId, skuId, ...cursorValues(cursor), limit: limit + 1 }
  const [found, [counted]] = await Promise.all([
    readMovements({ hasCursor: cursor !== undefined })(tx, values),
    countMovements(tx, { companyId, skuId }),
    assertSkuExists(tx, companyId, skuId),
  ])
  const page = toPage(found, limit, counted?.total ?? 0, (row) => [row.key, row.id])
  return { ...page, rows: page.rows.map(toMovement) }
}

const toMovement = ({ key: _key, ...row }: MovementRecord): StockMovement => ({
  ...row,
  capturedAt: iso(row.capturedAt),
})

const findSku = prepared(
  () => sql`select from skus where company_id = ${companyParameter} and id = ${sql.placeholder('skuId')}`,
)

export async function assertSkuExists(tx: Tx, companyId: string, skuId: string): Promise<void> {
  const found = await findSku(tx, { companyId, skuId })
  if (found.length === 0) throw noSuchSku()
}
