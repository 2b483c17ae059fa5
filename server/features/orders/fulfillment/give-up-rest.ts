import { releaseWaitingHolds } from '#server/features/inventory/release-waiting.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { updateOrder } from '../queries/order-changes.ts'
import { lockSentOrder } from '../queries/sent-order.ts'
import { noEffects } from './news/chapter.ts'
import { targetStatus } from './news/destination.ts'
import { transitionOrder } from './news/settle-order.ts'
import { progressOf } from './news/stand.ts'
import { writeEffects } from './news/write-chapter.ts'

/** A person has decided that what Amazon left out of an order won't be sent: nothing is held for it, and it can end. */
export async function closeRemainder(tx: Tx, ctx: CompanyContext, orderId: string): Promise<void> {
  const { companyId } = ctx
  const order = await lockSentOrder(tx, companyId, orderId)
  const progress = progressOf(order.lines, order.attempts)
  await updateOrder(tx, companyId, orderId, { partialReason: null })
  await releaseWaitingHolds(tx, { companyId, orderId, at: ctx.clock.now() })
  const status = targetStatus({ status: order.status, isPartial: false, isUnwanted: false }, progress)
  const effects = { ...noEffects(), hasMovedStock: true }
  await transitionOrder(tx, ctx, effects, { order, cause: 'rest given up', targetStatus: status, parcels: [] })
  await writeEffects(tx, ctx, orderId, effects, ctx.actor)
}
