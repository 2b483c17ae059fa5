import { endRun, lockRun } from '../sync/queries/runs.ts'
import { countChanges, type ChangeCounts } from './queries/change-counts.ts'
import type { TwoWaySync, TwoWayProgress } from './two-way.ts'

type TwoWayResult = ChangeCounts & { read: number; created: number }

/** Ends a run whose steps are done. */
export async function finishTwoWay(
  { ctx, run, notifier }: TwoWaySync,
  { rowsRead: read, rowsCreated: created }: TwoWayProgress,
): Promise<TwoWayResult> {
  const { companyId } = ctx
  return ctx.transaction(async (tx) => {
    await lockRun(tx, companyId, run.id)
    const result = { read, created, ...(await countChanges(tx, companyId, run.id)) }
    await endRun(tx, companyId, run.id, { status: 'completed', error: null, result, at: ctx.clock.now() })
    await notifier.notify(tx, { hasNewSkus: run.mode !== 'dry_run', isLast: true })
    return result
  })
}
