import { isLive } from '#contract/order-status.ts'
import { lastAttemptNumber } from '../../queries/new-attempts.ts'
import { getOrderToSendOrThrow } from '../../queries/orders-to-send.ts'
import { sellerFulfillmentOrderId } from '../name-at-amazon.ts'
import type { AttemptSession } from './drive.ts'

/** A person tries an order again some times at most. */
const maxIdsProbed = 3

/**
 * On a database that was brought back: an order from before may be with Amazon under the name of a later attempt, of which
 * nothing is known here any more. Answers that name; none where Amazon has the one that is asked for.
 */
export async function findOrphanedAttempt({
  ctx,
  service,
  account,
  attempt,
  handle,
}: AttemptSession): Promise<string | null> {
  const { restoredAt } = ctx.gate
  if (!restoredAt) return null
  const { order, known: lastAttempt } = await ctx.transaction(async (tx) => ({
    order: await getOrderToSendOrThrow(tx, ctx.companyId, attempt.orderId),
    known: await lastAttemptNumber(tx, ctx.companyId, attempt.orderId),
  }))
  if (order.placedAt >= restoredAt || (await service.read(account, handle))) return null
  for (let attemptNumber = lastAttempt + 1; attemptNumber <= lastAttempt + maxIdsProbed; attemptNumber += 1) {
    const externalId = sellerFulfillmentOrderId(order, attemptNumber)
    const snapshot = await service.read(account, { ...handle, externalId })
    if (snapshot && (snapshot.status === null || isLive(snapshot.status))) return externalId
  }
  return null
}
