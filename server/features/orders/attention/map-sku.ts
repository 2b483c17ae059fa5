import { AppError } from '#contract/errors.ts'
import { announceAttention } from '#server/features/channels/announce-attention.ts'
import { getChannelOrThrow } from '#server/features/channels/queries/channels.ts'
import { followOrders } from '#server/features/inventory/follow-orders.ts'
import { getSkuOrThrow } from '#server/features/products/queries/skus.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { setFulfillAfter } from '../queries/fulfill-after.ts'
import { lockIntake } from '../queries/intake.ts'
import {
  findMapping,
  keepMapping,
  listFullyMapped,
  lockWaitingFor,
  mapLines,
  type MappedCode,
} from '../queries/mapping.ts'
import { recordTimeline } from '../timeline.ts'
import { judgeStock } from './judge-orders.ts'
import { raiseAttention } from './raise-attention.ts'
import { resolveAttention } from './resolve-attention.ts'

type Mapping = Omit<MappedCode, 'companyId'>

/** A channel's code means this SKU from now on, and did in all orders that wait for somebody to say so. */
export async function mapSku(ctx: CompanyContext, mapping: Mapping): Promise<{ lines: number; orders: number }> {
  return ctx.transaction(async (tx) => {
    const { companyId } = ctx
    const code = { companyId, ...mapping }
    const { sku } = await getSkuOrThrow(tx, mapping.skuId)
    await lockIntake(tx, companyId)
    if (mapping.channelId) await keepOnChannel(tx, code, mapping.channelId)
    await lockWaitingFor(tx, code)
    const lines = await mapLines(tx, code)
    const orderIds = [...new Set(lines.map(({ orderId }) => orderId))]
    const open = [...new Set(lines.filter(({ isOpen }) => isOpen).map(({ orderId }) => orderId))]
    await letGoOn(tx, ctx, { orderIds, open, code: mapping.code, sku })
    await recordAudit(tx, ctx, {
      action: 'sku.map',
      resource: 'sku',
      resourceId: mapping.skuId,
      companyId,
      after: { code: mapping.code, channelId: mapping.channelId, sku, lines: lines.length },
    })
    await ctx.announce(tx, 'orders')
    await announceAttention(tx, ctx)
    await ctx.announce(tx, 'inventory')
    return { lines: lines.length, orders: orderIds.length }
  })
}

async function keepOnChannel(tx: Tx, code: MappedCode, channelId: string): Promise<void> {
  const { name } = await getChannelOrThrow(tx, code.companyId, channelId)
  const known = await findMapping(tx, code)
  if (known && known.skuId !== code.skuId) {
    throw new AppError('conflict', `${name} means ${known.sku} by ${code.code}. Change that in its listings first.`)
  }
  await keepMapping(tx, code)
}

type Mapped = { orderIds: string[]; open: string[]; code: string; sku: string }

async function letGoOn(tx: Tx, ctx: CompanyContext, { orderIds, open, code, sku }: Mapped): Promise<void> {
  const { companyId } = ctx
  const at = ctx.clock.now()
  const held = await followOrders(tx, { companyId, revised: open, at })
  const whole = await listFullyMapped(tx, companyId, orderIds)
  const settled = whole.map((orderId) => ({ orderId, code: 'unmapped_sku' as const }))
  await resolveAttention(tx, companyId, settled, { at, resolution: `${code} is ${sku}` })
  await raiseAttention(tx, companyId, at, judgeStock(held))
  const entry = { event: 'order.sku_mapped', description: `${code} means the SKU ${sku}.`, by: ctx.actor, at }
  const entries = orderIds.map((orderId) => ({ orderId, ...entry }))
  await recordTimeline(tx, companyId, entries)
  await setFulfillAfter(tx, companyId, open, at)
}
