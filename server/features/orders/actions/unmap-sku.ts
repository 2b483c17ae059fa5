import { sql } from 'drizzle-orm'
import type { attentionApi } from '#contract/attention.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { say } from '#contract/i18n.ts'
import { itemIdOfCode } from '#server/features/channels/items/queries.ts'
import { publishAttentionChange } from '#server/features/channels/publish-attention.ts'
import { reholdLines } from '#server/features/inventory/holds.ts'
import { getSkuOrThrow } from '#server/features/products/sku-queries.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { raiseAttention, resolveAttention } from '../attention/attention.ts'
import { checkOrders } from '../attention/rules.ts'
import { lockIntake } from '../intake/queries.ts'
import { lockOrders, setFulfillAfter } from '../order-queries.ts'
import { recordTimeline } from '../timeline.ts'

type Unmapping = ParsedInputOf<typeof attentionApi.unmapSku>

type Mapping = Omit<Unmapping, 'externalId'> & { companyId: string; externalId: string | null }

/**
 * Undoes a mapping: future orders don't use it, and lines of open orders of which nothing is sent wait for a SKU again. What was sent stays
 * as it is. Idempotent.
 */
export async function unmapSku(ctx: CompanyContext, unmapping: Unmapping): Promise<{ lines: number; orders: number }> {
  return ctx.transaction(async (tx) => {
    const { companyId } = ctx
    const mapping = { ...unmapping, companyId, externalId: unmapping.externalId ?? null }
    const { code, channelId, skuId, externalId } = mapping
    const { sku } = await getSkuOrThrow(tx, skuId)
    await lockIntake(tx, companyId)
    await forgetMapping(tx, mapping)
    const lines = await lockMappedLines(tx, mapping)
    const orderIds = [...new Set(lines.map(({ orderId }) => orderId))]
    if (lines.length > 0) await unmapLines(tx, ctx, { orderIds, lineIds: lines.map(({ id }) => id), code, sku })
    await recordAudit(tx, ctx, {
      action: 'sku.unmap',
      resource: 'sku',
      resourceId: skuId,
      companyId,
      before: { code, externalId, channelId, sku },
      after: { lines: lines.length },
    })
    await ctx.publishChange(tx, 'orders')
    await publishAttentionChange(tx, ctx)
    await ctx.publishChange(tx, 'inventory')
    return { lines: lines.length, orders: orderIds.length }
  })
}

/** An item that the channel lists stays, unmatched; one that only orders have named goes. */
async function forgetMapping(tx: Tx, { companyId, channelId, code, externalId, skuId }: Mapping): Promise<void> {
  if (channelId === null) return
  const ofItem = sql`company_id = ${companyId} and channel_id = ${channelId}
    and external_id = ${externalId ?? itemIdOfCode(code)} and sku_id = ${skuId}`
  await tx.execute(sql`delete from channel_items where ${ofItem} and seen_at is null`)
  await tx.execute(sql`
    update channel_items set sku_id = null, matched_by = null, matched_at = null, updated_at = now() where ${ofItem}`)
  if (externalId !== null) return
  await tx.execute(sql`
    update listings set external_id = null, updated_at = now()
    where company_id = ${companyId} and channel_id = ${channelId} and sku_id = ${skuId} and external_id = ${code}`)
}

type LockedLine = { id: string; orderId: string }

/** Lines of the mapping in open orders of which nothing is being sent, read again under the order locks. */
async function lockMappedLines(tx: Tx, mapping: Mapping): Promise<LockedLine[]> {
  const found = await findMappedLines(tx, mapping)
  await lockOrders(tx, mapping.companyId, [...new Set(found.map(({ orderId }) => orderId))])
  return found.length > 0 ? findMappedLines(tx, mapping) : []
}

async function findMappedLines(tx: Tx, mapping: Mapping): Promise<LockedLine[]> {
  const { companyId, channelId, code, externalId, skuId } = mapping
  const { rows } = await tx.execute<LockedLine>(sql`
    select i.id, i.order_id as "orderId" from order_items i
    join orders o on o.company_id = i.company_id and o.id = i.order_id
    where i.company_id = ${companyId} and i.sku_id = ${skuId}
      and ${externalId === null ? sql`i.sku = ${code} and i.external_product_id is null` : sql`i.external_product_id = ${externalId}`}
      and o.channel_id is not distinct from ${channelId}::uuid and o.status in ('placed', 'acknowledged')
      and not exists (
        select from fulfillments f where f.company_id = o.company_id and f.order_id = o.id
          and f.status not in ('cancelled', 'unfulfillable')
      )
    order by i.order_id, i.id`)
  return rows
}

type UnmappedLines = { orderIds: readonly string[]; lineIds: readonly string[]; code: string; sku: string }

async function unmapLines(tx: Tx, ctx: CompanyContext, { orderIds, lineIds, code, sku }: UnmappedLines): Promise<void> {
  const { companyId, actor: by } = ctx
  const at = ctx.clock.now()
  const held = await reholdLines(tx, { companyId, at, orderIds, orderItemIds: lineIds }, async () => {
    await tx.execute(sql`
      update order_items set sku_id = null
      where company_id = ${companyId} and id = any(${sql.param([...lineIds])}::uuid[])`)
  })
  const short = new Set(held.filter(({ isCovered }) => !isCovered).map(({ orderId }) => orderId))
  const covered = orderIds.filter((orderId) => !short.has(orderId))
  const items = covered.map((orderId) => ({ orderId, code: 'not_enough_stock' as const }))
  await resolveAttention(tx, companyId, items, { at, resolution: `${code} is no longer ${sku}` })
  const linesOf = Map.groupBy(await readLines(tx, companyId, orderIds), ({ orderId }) => orderId)
  const orders = orderIds.map((orderId) => ({ orderId, lines: linesOf.get(orderId) ?? [], difference: null }))
  await raiseAttention(tx, companyId, at, checkOrders(orders, held))
  const description = say('{code} no longer stands for {sku}.', { code, sku })
  const entry = { event: 'order.sku_unmapped', description, by, at }
  await recordTimeline(
    tx,
    companyId,
    orderIds.map((orderId) => ({ orderId, ...entry })),
  )
  await setFulfillAfter(tx, companyId, orderIds, at)
}

async function readLines(tx: Tx, companyId: string, orderIds: readonly string[]) {
  const { rows } = await tx.execute<{ orderId: string; sku: string; skuId: string | null }>(sql`
    select order_id as "orderId", sku, sku_id as "skuId" from order_items
    where company_id = ${companyId} and order_id = any(${sql.param([...orderIds])}::uuid[]) order by position`)
  return rows
}
