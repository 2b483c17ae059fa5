import type { CompanyContext } from '#server/platform/context.ts'
import { leaveOutNumbers } from '../queries/orders-at-restore.ts'
import { settleUnsent, type Settled } from './settle-unsent.ts'

type Restored = { restoredTo: Date; foundAt: Date }

/** What has to be seen to before a database that was brought back takes in and sends orders again. */
export async function reconcileOrders(ctx: CompanyContext, { restoredTo, foundAt }: Restored): Promise<Settled> {
  const { companyId } = ctx
  await ctx.transaction((tx) => leaveOutNumbers(tx, { companyId, from: restoredTo, to: foundAt }))
  const moment = `${restoredTo.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return settleUnsent(
    ctx,
    `It waited to be sent at ${moment}, the moment to which the database was brought back. See whether it was cancelled since; if not, release it.`,
  )
}
