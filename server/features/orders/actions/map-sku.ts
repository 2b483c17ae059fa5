import { type SQL, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import { itemIdOfCode } from '#server/features/channels/items/queries.ts'
import { publishAttentionChange } from '#server/features/channels/publish-attention.ts'
import { getChannelOrThrow } from '#server/features/channels/channel-queries.ts'
import { applyOrderChanges } from '#server/features/inventory/holds.ts'
import { addChannelSkus } from '#server/features/products/channel-sku-queries.ts'
import { getSkuOrThrow } from '#server/features/products/sku-queries.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { newId } from '#server/platform/ids.ts'
import { raiseAttention, resolveAttention } from '../attention/attention.ts'
import { checkStock } from '../attention/rules.ts'
import { lockIntake } from '../intake/queries.ts'
import { setFulfillAfter } from '../order-queries.ts'
import { recordTimeline } from '../timeline.ts'

type SkuMapping = {
  channelId: string | null
  code: string
  /** The channel's id of the product or variation. */
  externalId?: string | null | undefined
} & Target

/** One of our SKUs, or one that is made for the mapping. */
type Target = { skuId?: string | undefined; newSku?: { sku: string; title: string } | undefined }

type MappingResult = { skuId: string; sku: string; lines: number; orders: number }

/**
 * Maps what a channel sells to a SKU, for future orders and for all orders that wait for the mapping. A mapping from a line with an item id
 * is for that item only: variations may share the code of their product. One without is for lines that have only the code.
 */
export async function mapSku(ctx: CompanyContext, mapping: SkuMapping): Promise<MappingResult> {
  return ctx.transaction(async (tx) => {
    const { companyId } = ctx
    const { channelId, code, externalId = null } = mapping
    await lockIntake(tx, companyId)
    const { id: skuId, sku } = await getTargetOrThrow(tx, ctx, mapping)
    const sold = { companyId, channelId, code, externalId, skuId }
    if (channelId) await learnMapping(tx, ctx, { ...sold, channelId })
    const lines = await resumeLines(tx, ctx, sold, sku)
    const orders = new Set(lines.map(({ orderId }) => orderId)).size
    await recordAudit(tx, ctx, {
      action: 'sku.map',
      resource: 'sku',
      resourceId: skuId,
      companyId,
      after: { code, externalId, channelId, sku, lines: lines.length },
    })
    await ctx.publishChange(tx, 'orders')
    await publishAttentionChange(tx, ctx)
    await ctx.publishChange(tx, 'inventory')
    return { skuId, sku, lines: lines.length, orders }
  })
}

async function getTargetOrThrow(tx: Tx, ctx: CompanyContext, { skuId, newSku }: Target) {
  if (!newSku) return getSkuOrThrow(tx, skuId ?? '')
  const { sku, title } = newSku
  const made = { externalId: sku, id: newId(), productId: newId(), sku, productTitle: title, title: null }
  const { added } = await addChannelSkus(tx, ctx, [{ ...made, price: null, barcode: null, image: null }])
  if (added.length === 0)
    throw new AppError('conflict', say('SKU {sku} already exists. Choose it from the list.', { sku }))
  return made
}

type SoldItem = { companyId: string; channelId: string | null; code: string; externalId: string | null; skuId: string }

type ItemOnChannel = SoldItem & { channelId: string }

async function learnMapping(tx: Tx, ctx: CompanyContext, sold: ItemOnChannel): Promise<void> {
  const { name } = await getChannelOrThrow(tx, sold.companyId, sold.channelId)
  const known = await findMapping(tx, sold)
  if (known && known.skuId !== sold.skuId) {
    throw new AppError(
      'conflict',
      say('{code} at {channel} is already mapped to {sku}. Change that in the channel’s listings first.', {
        code: sold.code,
        channel: name,
        sku: known.sku,
      }),
    )
  }
  await upsertItem(tx, sold, ctx.clock.now())
  if (sold.externalId === null) await fillListing(tx, sold)
}

/** The SKU that the item is matched with already, or to which the channel's listing maps the code. */
async function findMapping(tx: Tx, { companyId, channelId, code, externalId }: ItemOnChannel) {
  const { rows } = await tx.execute<{ skuId: string; sku: string }>(sql`
    select s.id as "skuId", s.sku from skus s where s.company_id = ${companyId} and s.id = coalesce(
      (select c.sku_id from channel_items c where c.company_id = ${companyId} and c.channel_id = ${channelId}
        and c.external_id = ${externalId ?? itemIdOfCode(code)}),
      (select l.sku_id from listings l where l.company_id = ${companyId} and l.channel_id = ${channelId}
        and l.external_id = ${externalId ?? code}))`)
  return rows[0] ?? null
}

async function upsertItem(
  tx: Tx,
  { companyId, channelId, code, externalId, skuId }: ItemOnChannel,
  at: Date,
): Promise<void> {
  const id = externalId ?? itemIdOfCode(code)
  const ofItem = externalId === null ? sql`i.sku = ${code}` : sql`i.external_product_id = ${externalId}`
  const title = sql`coalesce((
    select i.title from order_items i join orders o on o.company_id = i.company_id and o.id = i.order_id
    where i.company_id = ${companyId} and o.channel_id = ${channelId} and ${ofItem} and i.sku_id is null and i.title is not null limit 1
  ), ${code})`
  await tx.execute(sql`
    insert into channel_items as c (company_id, channel_id, external_id, title, sku, sku_id, matched_by, matched_at)
    values (${companyId}, ${channelId}, ${id}, ${title}, ${externalId === null ? code : null}, ${skuId}, 'person', ${at.toISOString()})
    on conflict (company_id, channel_id, external_id) do update set sku_id = excluded.sku_id, matched_by = 'person',
      matched_at = excluded.matched_at, is_ignored = false, updated_at = now()`)
}

/**
 * The code is also the listing's external id, by which home-made shops hear of stock, unless it has one already: orders may still arrive
 * with that.
 */
async function fillListing(tx: Tx, { companyId, channelId, code, skuId }: ItemOnChannel): Promise<void> {
  await tx.execute(sql`
    insert into listings as l (company_id, channel_id, sku_id, external_id)
    values (${companyId}, ${channelId}, ${skuId}, ${code})
    on conflict (company_id, channel_id, sku_id) do update set external_id = excluded.external_id, updated_at = now()
    where l.external_id is null`)
}

type MappedLine = { orderId: string; quantity: number; isOpen: boolean }

/** Sets the SKU of every waiting line of the item; their orders continue. The caller holds the intake lock. */
async function resumeLines(tx: Tx, ctx: CompanyContext, sold: SoldItem, sku: string): Promise<MappedLine[]> {
  const { code } = sold
  await lockOrdersWaitingFor(tx, sold)
  const lines = await mapLines(tx, sold)
  const orderIds = [...new Set(lines.map(({ orderId }) => orderId))]
  const open = [...new Set(lines.filter(({ isOpen }) => isOpen).map(({ orderId }) => orderId))]
  await resumeOrders(tx, ctx, { orderIds, open, code, sku })
  return lines
}

type MappedOrders = { orderIds: readonly string[]; open: readonly string[]; code: string; sku: string }

/** Holds units for the mapped lines, clears what the orders waited for and lets them continue. */
export async function resumeOrders(
  tx: Tx,
  ctx: CompanyContext,
  { orderIds, open, code, sku }: MappedOrders,
): Promise<void> {
  const { companyId } = ctx
  const at = ctx.clock.now()
  const held = await applyOrderChanges(tx, { companyId, revised: open, at })
  const fullyMapped = await listFullyMapped(tx, companyId, orderIds)
  const resolved = fullyMapped.map((orderId) => ({ orderId, code: 'unmapped_sku' as const }))
  await resolveAttention(tx, companyId, resolved, { at, resolution: `${code} is ${sku}` })
  await raiseAttention(tx, companyId, at, checkStock(held))
  const description = say('{code} stands for the SKU {sku}.', { code, sku })
  const entry = { event: 'order.sku_mapped', description, by: ctx.actor, at }
  const entries = orderIds.map((orderId) => ({ orderId, ...entry }))
  await recordTimeline(tx, companyId, entries)
  await setFulfillAfter(tx, companyId, open, at)
}

/** Lines `i` that wait for the mapping. */
const waitsFor = ({ companyId, code, externalId }: SoldItem): SQL => sql`
  i.company_id = ${companyId} and i.sku_id is null
  and ${externalId === null ? sql`i.sku = ${code} and i.external_product_id is null` : sql`i.external_product_id = ${externalId}`}`

/** `isOpen`: the order still needs the units. */
async function mapLines(tx: Tx, sold: SoldItem): Promise<MappedLine[]> {
  const { rows } = await tx.execute<MappedLine>(sql`
    update order_items i set sku_id = ${sold.skuId}::uuid from orders o
    where ${waitsFor(sold)}
      and o.company_id = i.company_id and o.id = i.order_id and o.channel_id is not distinct from ${sold.channelId}::uuid
    returning i.order_id as "orderId", i.quantity, o.status in ('placed', 'acknowledged')
      or o.status in ('sent_to_fulfillment', 'shipped') and o.partial_reason is not null as "isOpen"`)
  return rows
}

/** Locks the orders with waiting lines, by id, so that concurrent lockers cannot deadlock. */
async function lockOrdersWaitingFor(tx: Tx, sold: SoldItem): Promise<void> {
  await tx.execute(sql`
    select from orders o where o.company_id = ${sold.companyId}
      and o.channel_id is not distinct from ${sold.channelId}::uuid
      and o.id in (select i.order_id from order_items i where ${waitsFor(sold)})
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
