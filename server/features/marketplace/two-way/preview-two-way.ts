import { AppError } from '#contract/errors.ts'
import type { SyncRun } from '#contract/marketplace.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { requestSyncOfAll } from '../sync/request-for-all.ts'

/** Finds out what a sync would change. One that is changing things already can't be previewed. */
export async function previewTwoWay(ctx: CompanyContext): Promise<SyncRun[]> {
  return ctx.transaction(async (tx) => {
    const preview = { kind: 'two_way', mode: 'dry_run', action: 'amazon.preview-two-way-sync' } as const
    const runs = await requestSyncOfAll(tx, ctx, preview)
    if (runs.every(({ mode }) => mode === 'dry_run')) return runs
    throw new AppError('conflict', 'A two-way sync is under way. Preview the changes when it is done.')
  })
}
