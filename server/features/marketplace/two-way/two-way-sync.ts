import { AppError } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import type { SyncRun } from '#contract/marketplace.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { retryOnConflict } from '#server/platform/db/retry.ts'
import type { CatalogJobs } from '#server/platform/jobs/catalog.ts'
import type { PayloadOf } from '#server/platform/jobs/definition.ts'
import { assertNotObserving } from '#server/platform/observe-mode.ts'
import { enableSending, isSendingEnabled } from '../account-queries.ts'
import { getListingsOrThrow } from '../amazon-access.ts'
import { createProgressNotifier, executeRun } from '../sync/execute-run.ts'
import { requestSyncOfAll } from '../sync/request-sync.ts'
import { endRun, lockRun } from '../sync/run-queries.ts'
import { applyChanges } from './apply/apply-changes.ts'
import { type ChangeCounts, countChanges } from './list-changes.ts'
import { planChanges } from './plan/plan-changes.ts'
import { endRunningPreviews } from './queries.ts'
import { readDetails } from './read/read-details.ts'
import { readListings } from './read/read-listings.ts'
import { sendChanges } from './send/send-changes.ts'
import { commitStep, parseCheckpoint, type Step, type TwoWayProgress, type TwoWaySync } from './two-way-run.ts'

/**
 * Starts a two-way sync of all accounts and allows scheduled syncs to write to Amazon from now on. Ends a running
 * preview.
 */
export async function syncTwoWay(ctx: CompanyContext): Promise<SyncRun[]> {
  return retryOnConflict(() =>
    ctx.transaction(async (tx) => {
      await endRunningPreviews(tx, ctx.companyId, ctx.clock.now())
      await assertNotObserving(tx, ctx.companyId)
      await enableSending(tx, ctx.clock.now())
      return requestSyncOfAll(tx, ctx, { kind: 'two_way', mode: 'full', action: 'amazon.two-way-sync' })
    }),
  )
}

/** Plans a sync without carrying it out. Refused while a two-way sync is running. */
export async function previewTwoWay(ctx: CompanyContext): Promise<SyncRun[]> {
  return ctx.transaction(async (tx) => {
    const preview = { kind: 'two_way', mode: 'dry_run', action: 'amazon.preview-two-way-sync' } as const
    const runs = await requestSyncOfAll(tx, ctx, preview)
    if (runs.every(({ mode }) => mode === 'dry_run')) return runs
    throw new AppError('conflict', say('A two-way sync is running. Preview the changes when it’s done.'))
  })
}

type Payload = PayloadOf<CatalogJobs, 'marketplace.two-way-sync'>

type StepFunction = (twoWay: TwoWaySync, progress: TwoWayProgress) => Promise<TwoWayProgress>

const steps: { step: Step; does: StepFunction }[] = [
  { step: 'read', does: readListings },
  { step: 'details', does: readDetails },
  { step: 'plan', does: planChanges },
  { step: 'take', does: applyChanges },
  { step: 'send', does: sendChanges },
]

/** Job `marketplace.two-way-sync`. Continues from the run's checkpoint; a preview ends before anything is changed. */
export async function runTwoWaySync(ctx: CompanyContext, { runId }: Payload): Promise<object> {
  return executeRun(ctx, runId, {
    name: 'two-way sync',
    parseCheckpoint,
    work: async (run, account) => {
      const importsOnly =
        run.mode !== 'dry_run' && !(await ctx.transaction((tx) => isSendingEnabled(tx, run.accountId)))
      const twoWay = {
        ctx,
        run,
        account,
        listings: getListingsOrThrow(ctx),
        notifier: createProgressNotifier(ctx),
        importsOnly,
      }
      return finishTwoWay(twoWay, await runSteps(twoWay))
    },
  })
}

async function runSteps(twoWay: TwoWaySync): Promise<TwoWayProgress> {
  const { mode } = twoWay.run
  const all = mode === 'dry_run' ? steps.slice(0, 3) : steps
  let progress: TwoWayProgress = twoWay.run
  for (const [index, { step, does }] of all.entries()) {
    if (progress.checkpoint.step !== step) continue
    const done = await does(twoWay, progress)
    const next = all[index + 1]
    progress = next ? await commitStep(twoWay, async () => atStep(done, next.step)) : done
  }
  return progress
}

const atStep = (progress: TwoWayProgress, step: Step): TwoWayProgress => ({
  ...progress,
  checkpoint: { ...progress.checkpoint, step },
})

type TwoWayResult = ChangeCounts & { read: number; created: number }

async function finishTwoWay(
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
