import { sql } from 'drizzle-orm'
import type { StockDetail, StockExplanation, StockHold } from '#contract/inventory.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { iso, isoOrNull } from '#server/platform/db/rows.ts'
import { companyParameter, preparedVariants } from '#server/platform/db/prepared.ts'
import { noSuchSku } from '#server/features/products/queries/skus.ts'
import { stockFields, stockJoins, withStatus, type StockRecord } from './stock-lines.ts'

type DetailRecord = StockRecord &
  Pick<StockDetail, 'version' | 'safetyBuffer' | 'companyBuffer' | 'isActive' | 'stockedAt' | 'holds'> &
  Pick<StockExplanation, 'source' | 'readAt' | 'counted' | 'countedReserved' | 'held' | 'buffer'>

type DetailForm = { withHolds: boolean }

/** One statement, so that the holds and the numbers they explain are of the same moment. */
const readDetail = preparedVariants<DetailRecord, DetailForm>(
  ({ withHolds }) => sql`
  select ${stockFields}, s.version, s.is_active as "isActive", s.safety_buffer as "safetyBuffer",
    settings.safety_buffer as "companyBuffer", l.source, l.read_at as "readAt", l.qty_available as counted,
    l.qty_reserved as "countedReserved", l.qty_held as held, greatest(s.safety_buffer, settings.safety_buffer) as buffer,
    (${warehouse}) as "stockedAt", ${withHolds ? sql`(${openHolds})` : sql`json '[]'`} as holds
  from skus s ${stockJoins}
  where s.company_id = ${companyParameter} and s.id = ${sql.placeholder('skuId')}`,
)

const readWithoutHolds = readDetail({ withHolds: false })
const readWithHolds = readDetail({ withHolds: true })

/** Most SKUs hold nothing, and then the orders behind the holds needn't be looked for. */
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
  const { sellable, source, readAt, counted, countedReserved, held, buffer, holds, ...row } = record
  const available = row.qtyAvailable
  return {
    ...withStatus(row),
    why: { source, readAt: isoOrNull(readAt), counted, countedReserved, held, available, buffer, sellable },
    holds: holds.map(toHold),
  }
}

const toHold = (hold: StockHold): StockHold => ({
  ...hold,
  createdAt: iso(hold.createdAt),
  acceptedAt: isoOrNull(hold.acceptedAt),
})
