import { sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { lockWaitingDeliveries } from '#server/features/channels/inbox/queries/waiting.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { loggableError } from '#server/platform/redaction.ts'
import { isDataError } from './is-fault-of-order.ts'
import { failDeliveries } from './take-in-deliveries.ts'
import type { RunCounts } from './tally.ts'

/** Does the work for one delivery; if what it says can't be stored, it waits for a person, and the work goes on. */
export async function failOnDataError(
  ctx: CompanyContext,
  id: string,
  work: () => Promise<RunCounts>,
): Promise<RunCounts> {
  try {
    return await work()
  } catch (error) {
    if (!isDataError(error)) throw error
    ctx.log.error({ deliveryId: id, ...loggableError(error) }, 'an order could not be stored')
    return failDelivery(ctx, id, error)
  }
}

const failDelivery = (ctx: CompanyContext, id: string, cause: unknown): Promise<RunCounts> =>
  ctx.transaction(async (tx) => {
    const deliveries = await lockWaitingDeliveries(tx, ctx.companyId, 1, sql`e.id = ${id}`)
    const error = cause instanceof AppError ? cause.message : 'The order could not be stored, for a reason of our own.'
    const failed = deliveries.map((delivery) => ({ id: delivery.id, error }))
    await failDeliveries(tx, ctx, failed)
    return { takenIn: 0, ignored: 0, failed: failed.length }
  })
