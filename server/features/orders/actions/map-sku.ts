import { sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { publishAttentionChange } from '#server/features/channels/publish-attention.ts'
import { getChannelOrThrow } from '#server/features/channels/channel-queries.ts'
import { applyOrderChanges } from '#server/features/inventory/holds.ts'
import { getSkuOrThrow } from '#server/features/products/sku-queries.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { raiseAttention, resolveAttention } from '../attention/attention.ts'
import { checkStock } from '../attention/rules.ts'
import { lockIntake } from '../intake/queries.ts'
import { setFulfillAfter } from '../order-queries.ts'
import { recordTimeline } from '../timeline.ts'

type SkuMapping = Omit<MappedCode, 'companyId'>

/** Maps a channel's code to a SKU, for future orders and for all orders that wait for the mapping. */
export async function mapSku(ctx: CompanyContext, mapping: SkuMapping): Promise<{ lines: number; orders: number }> {
  return ctx.transaction(async (tx) => {
    const { companyId } = ctx
    const code = { companyId, ...mapping }
    const { sku } = await getSkuOrThrow(tx, mapping.skuId)
    await lockIntake(tx, companyId)
    if (mapping.channelId) await mapOnChannel(tx, code, mapping.channelId)
    await lockOrdersWaitingFor(tx, code)
    const lines = await mapLines(tx, code)
    const orderIds = [...new Set(lines.map(({ orderId }) => orderId))]
    const open = [...new Set(lines.filter(({ isOpen }) => isOpen).map(({ orderId }) => orderId))]
    await resumeOrders(tx, ctx, { orderIds, open, code: mapping.code, sku })
    await recordAudit(tx, ctx, {
      action: 'sku.map',
      resource: 'sku',
      resourceId: mapping.skuId,
      companyId,
      after: { code: mapping.code, channelId: mapping.channelId, sku, lines: lines.length },
    })
    await ctx.publishChange(tx, 'orders')
    await publishAttentionChange(tx, ctx)
    await ctx.publishChange(tx, 'inventory')
    return { lines: lines.length, orders: orderIds.length }
  })
}

async function mapOnChannel(tx: Tx, code: MappedCode, channelId: string): Promise<void> {
  const { name } = await getChannelOrThrow(tx, code.companyId, channelId)
  const known = await findMapping(tx, code)
  if (known && known.skuId !== code.skuId) {
    throw new AppError('conflict', `${name} means ${known.sku} by ${code.code}. Change that in its listings first.`)
  }
  await upsertMapping(tx, code)
}

type MappedOrders = { orderIds: string[]; open: string[]; code: string; sku: string }

async function resumeOrders(tx: Tx, ctx: CompanyContext, { orderIds, open, code, sku }: MappedOrders): Promise<void> {
  const { companyId } = ctx
  const at = ctx.clock.now()
  const held = await applyOrderChanges(tx, { companyId, revised: open, at })
  const fullyMapped = await listFullyMapped(tx, companyId, orderIds)
  const resolved = fullyMapped.map((orderId) => ({ orderId, code: 'unmapped_sku' as const }))
  await resolveAttention(tx, companyId, resolved, { at, resolution: `${code} is ${sku}` })
  await raiseAttention(tx, companyId, at, checkStock(held))
  const entry = { event: 'order.sku_mapped', description: `${code} means the SKU ${sku}.`, by: ctx.actor, at }
  const entries = orderIds.map((orderId) => ({ orderId, ...entry }))
  await recordTimeline(tx, companyId, entries)
  await setFulfillAfter(tx, companyId, open, at)
}

type MappedCode = { companyId: string; channelId: string | null; code: string; skuId: string }

/** The SKU that the channel's listing already maps the code to. */
async function findMapping(tx: Tx, { companyId, channelId, code }: MappedCode) {
  const { rows } = await tx.execute<{ skuId: string; sku: string }>(sql`
    select s.id as "skuId", s.sku from listings l
    join skus s on s.company_id = l.company_id and s.id = l.sku_id
    where l.company_id = ${companyId} and l.channel_id = ${channelId} and l.external_id = ${code}`)
  return rows[0] ?? null
}

/**
 * Stores the code as the listing's external id, unless the listing has one already: orders may still arrive with that.
 */
async function upsertMapping(tx: Tx, { companyId, channelId, code, skuId }: MappedCode): Promise<void> {
  await tx.execute(sql`
    insert into listings as l (company_id, channel_id, sku_id, external_id)
    values (${companyId}, ${channelId}, ${skuId}, ${code})
    on conflict (company_id, channel_id, sku_id) do update set external_id = excluded.external_id, updated_at = now()
    where l.external_id is null`)
}

type MappedLine = { orderId: string; quantity: number; isOpen: boolean }

/** Sets the SKU on every unmapped line with the code. `isOpen`: the order still needs the units. */
async function mapLines(tx: Tx, { companyId, channelId, code, skuId }: MappedCode): Promise<MappedLine[]> {
  const { rows } = await tx.execute<MappedLine>(sql`
    update order_items i set sku_id = ${skuId}::uuid from orders o
    where i.company_id = ${companyId} and i.sku = ${code} and i.sku_id is null
      and o.company_id = i.company_id and o.id = i.order_id and o.channel_id is not distinct from ${channelId}::uuid
    returning i.order_id as "orderId", i.quantity, o.status in ('placed', 'acknowledged')
      or o.status in ('sent_to_fulfillment', 'shipped') and o.partial_reason is not null as "isOpen"`)
  return rows
}

/** Locks the orders with unmapped lines of the code, by id, so that concurrent lockers cannot deadlock. */
async function lockOrdersWaitingFor(tx: Tx, { companyId, channelId, code }: MappedCode): Promise<void> {
  await tx.execute(sql`
    select from orders o where o.company_id = ${companyId} and o.channel_id is not distinct from ${channelId}::uuid
      and o.id in (
        select order_id from order_items where company_id = ${companyId} and sku = ${code} and sku_id is null
      )
    order by o.id for no key update`)
}

/** Those of the orders that have no unmapped line left. */
async function listFullyMapped(tx: Tx, companyId: string, orderIds: readonly string[]): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select given.id from unnest(${sql.param([...orderIds])}::uuid[]) as given(id)
    where not exists (
      select from order_items i where i.company_id = ${companyId} and i.order_id = given.id and i.sku_id is null
    )`)
  return rows.map(({ id }) => id)
}
