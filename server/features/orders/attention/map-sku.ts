import { AppError } from '#contract/errors.ts'
import { publishAttentionChange } from '#server/features/channels/announce-attention.ts'
import { getChannelOrThrow } from '#server/features/channels/queries/channels.ts'
import { applyOrderChanges } from '#server/features/inventory/follow-orders.ts'
import { getSkuOrThrow } from '#server/features/products/queries/skus.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { setFulfillAfter } from '../queries/fulfill-after.ts'
import { lockIntake } from '../queries/intake.ts'
import {
  findMapping,
  upsertMapping,
  listFullyMapped,
  lockOrdersWaitingFor,
  mapLines,
  type MappedCode,
} from '../queries/mapping.ts'
import { recordTimeline } from '../timeline.ts'
import { checkStock } from './judge-orders.ts'
import { raiseAttention } from './raise-attention.ts'
import { resolveAttention } from './resolve-attention.ts'

type SkuMapping = Omit<MappedCode, 'companyId'>

/** A channel's code means this SKU from now on, and did in all orders that wait for somebody to say so. */
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
