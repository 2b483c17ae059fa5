import { AppError } from '#contract/errors.ts'
import { formatMessage, say } from '#contract/i18n.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { Rejected, Unauthorized, Unavailable } from '#server/ports/failure.ts'
import type { MarketplaceAccount } from '#server/ports/marketplace.ts'
import { getConnectedAccountOrThrow, recordRefusedAuthorization } from '../amazon-access.ts'
import type { ProgressNotifier, Run } from './progress.ts'
import { endRun, getRunOrThrow, recordRunError, RunEnded } from './run-queries.ts'

type RunKind<RunCheckpoint> = {
  /** For log messages. */
  name: string
  parseCheckpoint(stored: unknown): RunCheckpoint
  work(run: Run<RunCheckpoint>, account: MarketplaceAccount): Promise<object>
}

/**
 * Executes the rest of a sync run. A refusal by Amazon ends the run; temporary failures are thrown, so that the job is
 * retried.
 */
export async function executeRun<RunCheckpoint>(
  ctx: CompanyContext,
  runId: string,
  kind: RunKind<RunCheckpoint>,
): Promise<object> {
  const run = await ctx.transaction((tx) => getRunOrThrow(tx, ctx.companyId, runId, kind.parseCheckpoint))
  if (!run) return { ended: 'The sync had already ended.' }
  try {
    return await runWithAccount(ctx, run, kind)
  } catch (error) {
    if (error instanceof RunEnded) return { ended: error.message }
    const refusal = refusalReason(error)
    if (refusal === null) {
      await recordSetback(ctx, run, kind.name, error)
      throw error
    }
    await failRun(ctx, run, kind.name, refusal)
    return { failed: refusal }
  }
}

async function runWithAccount<RunCheckpoint>(
  ctx: CompanyContext,
  run: Run<RunCheckpoint>,
  { name, work }: RunKind<RunCheckpoint>,
): Promise<object> {
  const { id: runId, accountId, mode } = run
  const account = await getConnectedAccountOrThrow(ctx, accountId)
  try {
    const result = await work(run, account)
    ctx.log.info({ runId, accountId, mode, ...result }, `${name} done`)
    return result
  } catch (error) {
    if (error instanceof Unauthorized)
      await recordRefusedAuthorization(ctx, accountId, error.message, account.refreshToken)
    throw error
  }
}

/** The message of a failure that a retry would not change. */
function refusalReason(error: unknown): string | null {
  const isRefusal = error instanceof Unauthorized || error instanceof Rejected || error instanceof AppError
  return isRefusal ? error.message : null
}

type RunReference = Pick<Run<unknown>, 'id' | 'accountId' | 'jobId'>

/**
 * A run with a job continues with the job's next attempt and shows meanwhile what it waits for. A run without a job
 * fails.
 */
async function recordSetback(ctx: CompanyContext, run: RunReference, name: string, error: unknown): Promise<void> {
  if (run.jobId === null) {
    const cause = error instanceof Unavailable ? error.sentence : say('It stopped because of an internal error.')
    return failRun(ctx, run, name, formatMessage(cause))
  }
  const setback =
    error instanceof Unavailable
      ? say('{problem} It continues automatically.', { problem: error.sentence })
      : say('It stopped because of an internal error. It continues automatically.')
  await ctx.transaction(async (tx) => {
    await recordRunError(tx, ctx.companyId, run.id, formatMessage(setback), ctx.clock.now())
    await ctx.publishChange(tx, 'marketplace')
  })
}

async function failRun(ctx: CompanyContext, run: RunReference, name: string, reason: string): Promise<void> {
  ctx.log.warn({ runId: run.id, accountId: run.accountId, reason }, `${name} failed`)
  await ctx.transaction(async (tx) => {
    await endRun(tx, ctx.companyId, run.id, { status: 'failed', error: reason, at: ctx.clock.now() })
    await ctx.publishChange(tx, 'marketplace')
  })
}

const quietMilliseconds = 3_000

/**
 * Throttles change notifications: a sync writes several times a second, browsers are notified every three seconds and
 * at the end.
 */
export function createProgressNotifier(ctx: CompanyContext): ProgressNotifier {
  let notifiedAt = -Infinity
  let hasUnannouncedSkus = false
  return {
    async notify(tx, { hasNewSkus, isLast = false }) {
      hasUnannouncedSkus ||= hasNewSkus
      const now = ctx.clock.now().getTime()
      if (!isLast && now - notifiedAt < quietMilliseconds) return
      await ctx.publishChange(tx, 'marketplace')
      await ctx.publishChange(tx, 'inventory')
      if (hasUnannouncedSkus) await ctx.publishChange(tx, 'products')
      notifiedAt = now
      hasUnannouncedSkus = false
    },
  }
}
