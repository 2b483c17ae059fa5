import type { CompanyContext } from '#server/platform/context.ts'
import type { CatalogJobs } from '#server/platform/jobs/catalog.ts'
import type { PayloadOf } from '#server/platform/jobs/definition.ts'
import { getListingsOrThrow } from '../application.ts'
import { executeRun } from '../sync/carry-out.ts'
import { createProgressNotifier } from '../sync/news.ts'
import { parseCheckpoint, type Step } from './checkpoint.ts'
import { finishTwoWay } from './finish-two-way.ts'
import { isSendingEnabled } from './queries/sending-accounts.ts'
import { planChanges } from './plan/plan-changes.ts'
import { readDetails } from './read/read-details.ts'
import { readListings } from './read/read-listings.ts'
import { sendChanges } from './send/send-changes.ts'
import { applyChanges } from './take/take-changes.ts'
import { commitStep, type TwoWaySync, type TwoWayProgress } from './two-way.ts'

type Payload = PayloadOf<CatalogJobs, 'marketplace.two-way-sync'>
type StepFunction = (twoWay: TwoWaySync, progress: TwoWayProgress) => Promise<TwoWayProgress>

const steps: { step: Step; does: StepFunction }[] = [
  { step: 'read', does: readListings },
  { step: 'details', does: readDetails },
  { step: 'plan', does: planChanges },
  { step: 'take', does: applyChanges },
  { step: 'send', does: sendChanges },
]

/** Goes on with a two-way sync where its checkpoint has it; a preview ends before anything is changed. */
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
