import type { Delivery } from '#contract/channel-deliveries.ts'
import { AppError } from '#contract/errors.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { publishAttentionChange } from '../announce-attention.ts'
import { getDeliveryOrThrow } from './queries/deliveries.ts'
import { erasedContent } from './stored-delivery.ts'
import { lockDelivery, requeueDeliveries } from './queries/replays.ts'

/** Harmless however often: an order that it made before is found again. */
export async function replayDelivery(
  ctx: CompanyContext,
  input: { channelId: string; deliveryId: string },
): Promise<Delivery> {
  const { companyId } = ctx
  return ctx.transaction(async (tx) => {
    await lockDelivery(tx, companyId, input.deliveryId)
    const before = await getDeliveryOrThrow(tx, companyId, input)
    if (before.state === 'refused') {
      throw new AppError('conflict', 'This delivery was not signed by the channel, so it can’t be taken in.')
    }
    if (before.payload === '') throw new AppError('conflict', erasedContent)
    await requeueDeliveries(tx, companyId, [before.id], ctx.clock.now())
    const { payload: _sealed, ...after } = await getDeliveryOrThrow(tx, companyId, input)
    await recordAudit(tx, ctx, {
      action: 'delivery.replay',
      resource: 'delivery',
      resourceId: before.id,
      companyId,
      before: { state: before.state },
      after: { state: after.state },
    })
    await ctx.publishChange(tx, 'channels')
    await publishAttentionChange(tx, ctx)
    return after
  })
}
