import type { Tx } from '#server/platform/db/client.ts'
import { againOnCollision } from '#server/platform/db/collisions.ts'
import { lockRun } from '../../sync/queries/runs.ts'
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
