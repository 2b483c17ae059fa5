import { AppError } from '#contract/errors.ts'
import type { SyncRun } from '#contract/marketplace.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { requestTwoWay } from './request-two-way.ts'

/** Finds out what a sync would change. One that is changing things already can't be previewed. */
export async function previewTwoWay(ctx: CompanyContext): Promise<SyncRun[]> {
  return ctx.transaction(async (tx) => {
    const runs = await requestTwoWay(tx, ctx, { mode: 'dry_run', action: 'amazon.preview-two-way-sync' })
    if (runs.every(({ mode }) => mode === 'dry_run')) return runs
    throw new AppError('conflict', 'A two-way sync is under way. Preview the changes when it is done.')
  })
}
