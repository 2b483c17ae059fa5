import { AppError } from '#contract/errors.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { Rejected, Unauthorized, Unavailable } from '#server/ports/failure.ts'
import type { MarketplaceAccount } from '#server/ports/marketplace.ts'
import { markRefused, openAccount } from '../account.ts'
import { endRun, getRunOrThrow, noteTrouble, RunEnded, type Run } from './queries/runs.ts'

type Kind<Kept> = {
  /** Names it in the log. */
  name: string
  readCheckpoint(kept: unknown): Kept
  work(run: Run<Kept>, account: MarketplaceAccount): Promise<object>
}

/** Does what is left of a run. What Amazon says no to ends it; what passes by itself is left to whoever runs the job. */
export async function carryOut<Kept>(ctx: CompanyContext, runId: string, kind: Kind<Kept>): Promise<object> {
  const run = await ctx.transaction((tx) => getRunOrThrow(tx, ctx.companyId, runId, kind.readCheckpoint))
  if (!run) return { ended: 'The sync had ended before.' }
  try {
    return await workOn(ctx, run, kind)
  } catch (error) {
    if (error instanceof RunEnded) return { ended: error.message }
    const refusal = refusalOf(error)
    if (refusal === null) {
      await setBack(ctx, run, kind.name, error)
      throw error
    }
    await fail(ctx, run, kind.name, refusal)
    return { failed: refusal }
  }
}

async function workOn<Kept>(ctx: CompanyContext, run: Run<Kept>, { name, work }: Kind<Kept>): Promise<object> {
  const { id: runId, accountId, mode } = run
  const account = await openAccount(ctx, accountId)
  try {
    const result = await work(run, account)
    ctx.log.info({ runId, accountId, mode, ...result }, `${name} done`)
    return result
  } catch (error) {
    if (error instanceof Unauthorized) await markRefused(ctx, accountId, error.message, account.refreshToken)
    throw error
  }
}

/** The sentence of a "no" that asking again would not change. */
function refusalOf(error: unknown): string | null {
  const isRefusal = error instanceof Unauthorized || error instanceof Rejected || error instanceof AppError
  return isRefusal ? error.message : null
}

type Ran = Pick<Run<unknown>, 'id' | 'accountId' | 'jobId'>

/** A run with a job goes on with the job's next attempt and says meanwhile what it waits for; one by hand is over. */
async function setBack(ctx: CompanyContext, run: Ran, name: string, error: unknown): Promise<void> {
  const cause = error instanceof Unavailable ? error.message : 'It stopped on an error of its own.'
  if (run.jobId === null) return fail(ctx, run, name, cause)
  await ctx.transaction(async (tx) => {
    await noteTrouble(tx, ctx.companyId, run.id, `${cause} It goes on by itself.`, ctx.clock.now())
    await ctx.announce(tx, 'marketplace')
  })
}

async function fail(ctx: CompanyContext, run: Ran, name: string, reason: string): Promise<void> {
  ctx.log.warn({ runId: run.id, accountId: run.accountId, reason }, `${name} failed`)
  await ctx.transaction(async (tx) => {
    await endRun(tx, ctx.companyId, run.id, { status: 'failed', error: reason, at: ctx.clock.now() })
    await ctx.announce(tx, 'marketplace')
  })
}
