import type { Tx } from '#server/platform/db/client.ts'
import { lockRun } from '../../sync/queries/runs.ts'
import { againOnCollision } from '../../sync/take-turn.ts'
import type { TwoWay } from '../two-way.ts'

/** Does something for the run that takes it no further. A run that was ended meanwhile stops here. */
export async function whileRunning<T>({ ctx, run }: TwoWay, work: (tx: Tx) => Promise<T>): Promise<T> {
  return againOnCollision(() =>
    ctx.transaction(async (tx) => {
      await lockRun(tx, ctx.companyId, run.id)
      return work(tx)
    }),
  )
}
