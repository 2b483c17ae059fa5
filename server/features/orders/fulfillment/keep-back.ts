import type { AppError } from '#contract/errors.ts'
import { publishAttentionChange } from '#server/features/channels/announce-attention.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { raiseAttention } from '../attention/raise-attention.ts'
import { isOrderDue } from '../queries/due-orders.ts'
import { lockOrders } from '../queries/lock-orders.ts'
import { updateOrder } from '../queries/order-changes.ts'
import { recordTimeline } from '../timeline.ts'
import { SendingRefused } from './sending/sending-refused.ts'

/**
 * An order that was due does not go by itself any more: somebody is to see to what is in its way. False when it is not
 * due (any more).
 */
export async function excludeFromAutoFulfill(
  ctx: CompanyContext,
  orderId: string,
  refusal: AppError,
): Promise<boolean> {
  const { companyId } = ctx
  const at = ctx.clock.now()
  return ctx.transaction(async (tx) => {
    await lockOrders(tx, companyId, [orderId])
    if (!(await isOrderDue(tx, companyId, orderId, at))) return false
    await updateOrder(tx, companyId, orderId, { fulfillAfter: null })
    const description = 'Not sent to Amazon automatically.'
    const entry = { orderId, event: 'order.kept_back', description, reason: refusal.message, by: ctx.actor, at }
    await recordTimeline(tx, companyId, [entry])
    if (refusal instanceof SendingRefused && refusal.obstacle !== 'no_account') {
      await raiseAttention(tx, companyId, at, [{ orderId, code: refusal.obstacle, reason: refusal.message }])
      await publishAttentionChange(tx, ctx)
    }
    await ctx.publishChange(tx, 'orders')
    return true
  })
}
