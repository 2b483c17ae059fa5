import type { CompanyContext } from '#server/platform/context.ts'
import { skipOrderNumbers } from '../queries/orders-at-restore.ts'
import { reconcileUnsent, type ReconcileCounts } from './settle-unsent.ts'

type RestoreWindow = { restoredTo: Date; foundAt: Date }

/** What has to be seen to before a database that was brought back takes in and sends orders again. */
export async function reconcileAfterRestore(
  ctx: CompanyContext,
  { restoredTo, foundAt }: RestoreWindow,
): Promise<ReconcileCounts> {
  const { companyId } = ctx
  await ctx.transaction((tx) => skipOrderNumbers(tx, { companyId, from: restoredTo, to: foundAt }))
  const restoredMoment = `${restoredTo.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return reconcileUnsent(
    ctx,
    `It waited to be sent at ${restoredMoment}, the moment to which the database was brought back. See whether it was cancelled since; if not, release it.`,
  )
}
