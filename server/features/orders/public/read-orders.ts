import { sql, type SQL } from 'drizzle-orm'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { Page, PageQuery } from '#contract/paging.ts'
import type { publicApi, PublicOrder } from '#contract/public-api.ts'
import { trackingUrlOf } from '#contract/tracking.ts'
import { getChannelOrThrow } from '#server/features/channels/channel-queries.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { iso } from '#server/platform/db/rows.ts'
import { resolveKeyChannel } from '#server/platform/http/api-key-auth.ts'
import type { KeyHolder } from '#server/platform/http/app.ts'
import { microsecondsOf, olderThan, toPage } from '#server/platform/paging.ts'
import { countOrders } from '../order-counts.ts'
import { orderNotFound } from '../order-queries.ts'

export async function listPublicOrders(
  ctx: CompanyContext,
  query: ParsedInputOf<typeof publicApi.orders>,
  holder: KeyHolder,
): Promise<Page<PublicOrder>> {
  const channelId = resolveKeyChannel(holder, query.channelId)
  return ctx.read(async (tx) => {
    if (channelId) await getChannelOrThrow(tx, ctx.companyId, channelId)
    return listPublicOrderRows(tx, { companyId: ctx.companyId, channelId }, query)
  })
}

export const readPublicOrder = (
  ctx: CompanyContext,
  { orderId }: { orderId: string },
  holder: KeyHolder,
): Promise<PublicOrder> => ctx.read((tx) => getPublicOrderOrThrow(tx, holder, orderId))

/** `channelId` is null for a key that sees all channels. */
type KeyScope = { companyId: string; channelId: string | null }

export async function getPublicOrderOrThrow(tx: Tx, scope: KeyScope, orderId: string): Promise<PublicOrder> {
  const [order] = await listPublicOrdersById(tx, scope, [orderId])
  if (!order) throw orderNotFound()
  return order
}

/** In the order of the ids. */
export async function listPublicOrdersById(
  tx: Tx,
  scope: KeyScope,
  orderIds: readonly string[],
): Promise<PublicOrder[]> {
  const hasId = sql`o.id = any(${sql.param(orderIds)}::uuid[])`
  const records = await readRecords(tx, sql`select * from orders o where ${isInScope(scope)} and ${hasId}`)
  const byId = new Map(records.map((record) => [record.id, toOrder(record)]))
  return orderIds.flatMap((id) => byId.get(id) ?? [])
}

type Query = PageQuery & { externalOrderId?: string | undefined }

async function listPublicOrderRows(tx: Tx, scope: KeyScope, query: Query): Promise<Page<PublicOrder>> {
  const matches = sql`${isInScope(scope)} and ${hasExternalId(scope, query.externalOrderId)}`
  const follows = olderThan(query.cursor, sql`o.placed_at`, sql`o.id`) ?? sql`true`
  const records = await readRecords(
    tx,
    sql`select * from orders o where ${matches} and ${follows}
      order by o.placed_at desc, o.id desc limit ${query.limit + 1}`,
  )
  const page = toPage(records, query.limit, await countMatching(tx, scope, query), (row) => [row.key, row.id])
  return { ...page, rows: page.rows.map(toOrder) }
}

async function countMatching(tx: Tx, scope: KeyScope, { externalOrderId }: Query): Promise<number> {
  if (externalOrderId === undefined) {
    return countOrders(tx, scope.companyId, { channelId: scope.channelId ?? undefined })
  }
  const { rows } = await tx.execute<{ total: number }>(sql`
    select count(*)::int as total from orders o where ${isInScope(scope)} and ${hasExternalId(scope, externalOrderId)}`)
  return rows[0]?.total ?? 0
}

const isInScope = ({ companyId, channelId }: KeyScope): SQL =>
  channelId === null
    ? sql`o.company_id = ${companyId}`
    : sql`o.company_id = ${companyId} and o.channel_id = ${channelId}`

/** The index on external ids starts with the channel, so all channels are listed. */
function hasExternalId({ companyId, channelId }: KeyScope, externalOrderId: string | undefined): SQL {
  if (externalOrderId === undefined) return sql`true`
  const hasExternalOrderId = sql`o.external_order_id = ${externalOrderId}`
  if (channelId !== null) return hasExternalOrderId
  return sql`${hasExternalOrderId} and o.channel_id = any(array(select c.id from channels c where c.company_id = ${companyId}))`
}

type PublicRecord = PublicOrder & { key: number }

/** `which` selects orders. */
async function readRecords(tx: Tx, which: SQL): Promise<PublicRecord[]> {
  const { rows } = await tx.execute<PublicRecord>(sql`
    select o.id, o.order_number as "orderNumber", o.external_order_id as "externalOrderId",
      o.external_number as "externalNumber", o.status, o.currency, o.total, o.refunded_amount as "refundedAmount",
      case when o.channel_hold is not null and o.status not in ('cancelled', 'delivered')
        then json_build_object('code', o.channel_hold, 'reason', o.channel_hold_reason) end as hold,
      o.placed_at as "placedAt", ${microsecondsOf(sql`o.placed_at`)} as key,
      array(
        select json_build_object('sku', i.sku, 'quantity', i.quantity, 'unitPrice', i.unit_price::text,
          'isKnown', i.sku_id is not null)
        from order_items i where i.company_id = o.company_id and i.order_id = o.id order by i.position
      ) as items,
      (
        select json_build_object('code', a.code, 'reason', a.reason) from attention_items a
        where a.company_id = o.company_id and a.order_id = o.id and a.resolved_at is null
        order by a.raised_at, a.id limit 1
      ) as attention,
      array(
        select json_build_object('carrier', p.carrier, 'trackingNumber', p.tracking_number, 'trackingUrl', p.tracking_url)
        from fulfillments f join packages p on p.company_id = f.company_id and p.fulfillment_id = f.id
        where f.company_id = o.company_id and f.order_id = o.id order by f.attempt, p.package_number
      ) as packages
    from (${which}) as o
    order by o.placed_at desc, o.id desc`)
  return rows
}

const toOrder = ({ key: _key, ...row }: PublicRecord): PublicOrder => ({
  ...row,
  placedAt: iso(row.placedAt),
  packages: row.packages.map(({ carrier, trackingNumber, trackingUrl }) => {
    return { carrier, trackingNumber, trackingUrl: trackingUrl ?? trackingUrlOf(carrier, trackingNumber) }
  }),
})
