import type { CompanyContext } from '#server/platform/context.ts'
import { loggableError } from '#server/platform/redaction.ts'
import { Rejected, Unavailable } from '#server/ports/failure.ts'
import type { Mail } from '#server/ports/mail.ts'
import { composeReport } from './compose-report.ts'
import { expiredBefore } from './patience.ts'
import { claimRun, recordUnknownOutcome, recordFailure, recordSent, releaseRun } from './record-outcome.ts'
import { prepareRun, type ReadyRun } from './take-up.ts'

type RunOutcome = 'sent' | 'failed' | 'unsure' | 'gone' | 'over'

/** Mails one run of a schedule, at most once. */
export async function sendReport(ctx: CompanyContext, { runId }: { runId: string }): Promise<{ outcome: RunOutcome }> {
  const prepared = await prepareRun(ctx, runId)
  if (prepared.kind !== 'ready') return { outcome: prepared.kind }
  const mail = await composeOrRecordFailure(ctx, prepared.run)
  const claimed = await claimRun(ctx, prepared.run, prepared.run.to)
  return { outcome: claimed ? await deliver(ctx, claimed, mail) : 'over' }
}

/** A fault of ours is the job's too: it is tried again, and can be by hand. Meanwhile the run says what the matter is. */
async function composeOrRecordFailure(ctx: CompanyContext, run: ReadyRun): Promise<Mail> {
  try {
    return await composeReport(ctx, run)
  } catch (fault) {
    const reason = 'It could not be made, for a reason of our own. Its job is among the Background Jobs.'
    await ctx.transaction((tx) => recordFailure(tx, ctx, run, reason))
    throw fault
  }
}

type ClaimedRun = ReadyRun & { claimedAt: Date }

async function deliver(ctx: CompanyContext, run: ClaimedRun, mail: Mail): Promise<RunOutcome> {
  const { mail: service } = ctx.ports
  if (!service) throw new Error('A run is taken up only where there is a mail service')
  const answer = await service.send(mail).catch((error: unknown) => ({ trouble: error }))
  if ('trouble' in answer) return recordDeliveryError(ctx, run, answer.trouble)
  await recordSent(ctx, run, answer.refused)
  return 'sent'
}

async function recordDeliveryError(ctx: CompanyContext, run: ClaimedRun, error: unknown): Promise<RunOutcome> {
  if (error instanceof Rejected) return fail(ctx, run, error.message)
  if (error instanceof Unavailable && !error.mayHaveHappened) {
    if (run.dueAt <= expiredBefore(ctx.clock.now())) return fail(ctx, run, error.message)
    await releaseRun(ctx, run, error.message)
    throw error
  }
  ctx.log.error({ runId: run.id, ...loggableError(error) }, 'a report was handed over without an answer')
  await ctx.transaction((tx) => recordUnknownOutcome(tx, ctx, run))
  return 'unsure'
}

async function fail(ctx: CompanyContext, run: ClaimedRun, reason: string): Promise<RunOutcome> {
  await ctx.transaction((tx) => recordFailure(tx, ctx, run, reason))
  return 'failed'
}
