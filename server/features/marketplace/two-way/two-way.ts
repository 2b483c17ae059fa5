import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { retryOnConflict } from '#server/platform/db/retry.ts'
import type { Listings } from '#server/ports/listings.ts'
import type { MarketplaceAccount } from '#server/ports/marketplace.ts'
import type { ProgressNotifier } from '../sync/news.ts'
import type { Progress } from '../sync/progress.ts'
import { lockRun, saveProgress, type Run } from '../sync/queries/runs.ts'
import type { Checkpoint } from './checkpoint.ts'

/** A run of a two-way sync and all that carrying it out needs. */
export type TwoWaySync = {
  ctx: CompanyContext
  run: Run<Checkpoint>
  account: MarketplaceAccount
  listings: Listings
  notifier: ProgressNotifier
  /** Nobody has asked yet to have anything sent to this account. */
  importsOnly: boolean
}

export type TwoWayProgress = Progress<Checkpoint>

/** What a step did and how far the run has come by it, both or neither. A run that was ended meanwhile stops here. */
export async function commitStep(
  { ctx, run, notifier }: TwoWaySync,
  work: (tx: Tx) => Promise<TwoWayProgress>,
): Promise<TwoWayProgress> {
  return retryOnConflict(() =>
    ctx.transaction(async (tx) => {
      await lockRun(tx, ctx.companyId, run.id)
      const progress = await work(tx)
      await saveProgress(tx, ctx.companyId, run.id, progress, ctx.clock.now())
      await notifier.notify(tx, { hasNewSkus: run.mode !== 'dry_run' })
      return progress
    }),
  )
}
