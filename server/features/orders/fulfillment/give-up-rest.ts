import { releaseWaiting } from '#server/features/inventory/release-waiting.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { updateOrder } from '../queries/order-changes.ts'
import { lockSentOrder } from '../queries/sent-order.ts'
import { newChapter } from './news/chapter.ts'
import { destinationOf } from './news/destination.ts'
import { settleOrder } from './news/settle-order.ts'
import { standOf } from './news/stand.ts'
import { writeChapter } from './news/write-chapter.ts'

/** A person has decided that what Amazon left out of an order won't be sent: nothing is held for it, and it can end. */
export async function giveUpRest(tx: Tx, ctx: CompanyContext, orderId: string): Promise<void> {
  const { companyId } = ctx
  const order = await lockSentOrder(tx, companyId, orderId)
  const stand = standOf(order.lines, order.attempts)
  await updateOrder(tx, companyId, orderId, { partialReason: null })
  await releaseWaiting(tx, { companyId, orderId, at: ctx.clock.now() })
  const destination = destinationOf({ status: order.status, isPartial: false, isUnwanted: false }, stand)
  const chapter = { ...newChapter(), hasMovedStock: true }
  await settleOrder(tx, ctx, chapter, { order, cause: 'rest given up', destination, parcels: [] })
  await writeChapter(tx, ctx, orderId, chapter, ctx.actor)
}
