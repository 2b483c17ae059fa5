import type { Tx } from '#server/platform/db/client.ts'
import { retryOnConflict } from '#server/platform/db/retry.ts'
import { lockRun } from '../../sync/queries/runs.ts'
import type { TwoWaySync } from '../two-way.ts'

/** Does something for the run that takes it no further. A run that was ended meanwhile stops here. */
export async function withRunLock<T>({ ctx, run }: TwoWaySync, work: (tx: Tx) => Promise<T>): Promise<T> {
  return retryOnConflict(() =>
    ctx.transaction(async (tx) => {
      await lockRun(tx, ctx.companyId, run.id)
      return work(tx)
    }),
  )
}
