import { and, eq } from 'drizzle-orm'
import { attentionRemedies } from '#contract/attention-remedies.ts'
import { AppError } from '#contract/errors.ts'
import { asMessage, say } from '#contract/i18n.ts'
import { canDismiss } from '#contract/order-status.ts'
import { publishAttentionChange } from '#server/features/channels/publish-attention.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { attentionItems } from '#server/platform/db/schema/attention.ts'
import { closeRemainder } from '../fulfillment/record-outcome.ts'
import { getOrderRowOrThrow, isErased, lockOrders, setFulfillAfter } from '../order-queries.ts'
import { recordTimeline } from '../timeline.ts'

type Waiting = { attentionId: string; waits: boolean }

/**
 * Lets an order that lacks units wait for stock: its item stays open, so the order is not sent, but is no work for a person. The job
 * `orders.clear-short-orders` resolves it once stock arrives.
 */
export async function waitForStock(ctx: CompanyContext, { attentionId, waits }: Waiting) {
  return ctx.transaction(async (tx) => {
    const { companyId } = ctx
    const at = ctx.clock.now()
    const item = await lockAttention(tx, companyId, attentionId)
    if (item.resolvedAt) throw new AppError('conflict', say('This has already been resolved.'))
    if (item.code !== 'not_enough_stock' || !item.orderId)
      throw new AppError('conflict', say('Only orders short of stock can wait for it.'))
    const details = waits ? { waitsForStockSince: at.toISOString() } : null
    await tx.update(attentionItems).set({ details }).where(byId(companyId, attentionId))
    const description = waits
      ? say('Waiting for stock. The order is released automatically when stock arrives.')
      : say('No longer waiting for stock.')
    const entry = { event: waits ? 'attention.snoozed' : 'attention.reopened', description, by: ctx.actor, at }
    await recordTimeline(tx, companyId, [{ orderId: item.orderId, ...entry }])
    await recordAudit(tx, ctx, {
      action: 'attention.wait-for-stock',
      resource: 'attention',
      resourceId: attentionId,
      companyId,
      after: { orderId: item.orderId, waits },
    })
    await publishAttentionChange(tx, ctx)
    await ctx.publishChange(tx, 'orders')
    return { id: attentionId }
  })
}

type Dismissal = { attentionId: string; reason: string }

export async function dismissAttention(ctx: CompanyContext, { attentionId, reason }: Dismissal) {
  return ctx.transaction(async (tx) => {
    const { companyId } = ctx
    const now = ctx.clock.now()
    const item = await lockAttention(tx, companyId, attentionId)
    if (item.resolvedAt) throw new AppError('conflict', say('This has already been resolved.'))
    const order = item.orderId ? await getOrderRowOrThrow(tx, companyId, item.orderId) : null
    if (!canDismiss(item.code, order?.status ?? null))
      throw new AppError(
        'conflict',
        say('This can’t be dismissed. {remedy}', { remedy: asMessage(attentionRemedies[item.code]) }),
      )
    await updateResolved(tx, companyId, attentionId, { at: now, resolution: reason })
    if (item.orderId) {
      // The timeline of an erased order is never purged again, so the reason must not enter it; the purge clears the
      // item itself.
      const why = (await isErased(tx, companyId, item.orderId)) ? {} : { reason }
      const description = say('Dismissed: {reason}', { reason: item.sentence ?? asMessage(item.reason) })
      const entry = { event: 'attention.dismissed', description, ...why, by: ctx.actor }
      await recordTimeline(tx, companyId, [{ orderId: item.orderId, ...entry, at: now }])
      if (item.code === 'shipped_partly') await closeRemainder(tx, ctx, item.orderId)
      await setFulfillAfter(tx, companyId, [item.orderId], now)
    }
    await recordAudit(tx, ctx, {
      action: 'attention.dismiss',
      resource: 'attention',
      resourceId: attentionId,
      companyId,
      after: { code: item.code, orderId: item.orderId, deliveryId: item.webhookEventId, reason },
    })
    await publishAttentionChange(tx, ctx)
    await ctx.publishChange(tx, 'orders')
    return { id: attentionId }
  })
}

const byId = (companyId: string, attentionId: string) =>
  and(eq(attentionItems.companyId, companyId), eq(attentionItems.id, attentionId))

/** Locks the order before its attention item, in the same order as intake, so that items raised meanwhile are seen. */
async function lockAttention(tx: Tx, companyId: string, attentionId: string) {
  const [found] = await tx
    .select({ orderId: attentionItems.orderId })
    .from(attentionItems)
    .where(byId(companyId, attentionId))
  if (found?.orderId) await lockOrders(tx, companyId, [found.orderId])
  const [item] = await tx.select().from(attentionItems).where(byId(companyId, attentionId)).for('update')
  if (!item) throw new AppError('not_found', say('This is no longer on the list.'))
  return item
}

export async function updateResolved(
  tx: Tx,
  companyId: string,
  attentionId: string,
  { at, resolution }: { at: Date; resolution: string },
): Promise<void> {
  await tx.update(attentionItems).set({ resolvedAt: at, resolution }).where(byId(companyId, attentionId))
}
