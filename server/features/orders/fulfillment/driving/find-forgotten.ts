import { isLive } from '#contract/order-states.ts'
import { lastAttemptOf } from '../../queries/new-attempts.ts'
import { getOrderToSendOrThrow } from '../../queries/orders-to-send.ts'
import { nameAtAmazon } from '../name-at-amazon.ts'
import type { Drive } from './drive.ts'

/** A person tries an order again some times at most. */
const namesAsked = 3

/**
 * On a database that was brought back: an order from before may be with Amazon under the name of a later attempt, of which
 * nothing is known here any more. Answers that name; none where Amazon has the one that is asked for.
 */
export async function findForgotten({ ctx, service, account, attempt, handle }: Drive): Promise<string | null> {
  const { restoredAt } = ctx.gate
  if (!restoredAt) return null
  const { order, known } = await ctx.transaction(async (tx) => ({
    order: await getOrderToSendOrThrow(tx, ctx.companyId, attempt.orderId),
    known: await lastAttemptOf(tx, ctx.companyId, attempt.orderId),
  }))
  if (order.placedAt >= restoredAt || (await service.read(account, handle))) return null
  for (let later = known + 1; later <= known + namesAsked; later += 1) {
    const externalId = nameAtAmazon(order, later)
    const news = await service.read(account, { ...handle, externalId })
    if (news && (news.status === null || isLive(news.status))) return externalId
  }
  return null
}
