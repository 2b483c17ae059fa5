import type { CompanyContext } from '#server/platform/context.ts'
import { errorFacts } from '#server/platform/error-facts.ts'
import { Rejected, Unavailable } from '#server/ports/failure.ts'
import type { Mail } from '#server/ports/mail.ts'
import { composeReport } from './compose-report.ts'
import { givenUpBefore } from './patience.ts'
import { claim, recordDoubt, recordFailure, recordSent, release } from './record-outcome.ts'
import { takeUp, type ReadyRun } from './take-up.ts'

type Outcome = 'sent' | 'failed' | 'unsure' | 'gone' | 'over'

/** Mails one run of a schedule, at most once. */
export async function sendReport(ctx: CompanyContext, { runId }: { runId: string }): Promise<{ outcome: Outcome }> {
  const taken = await takeUp(ctx, runId)
  if (taken.kind !== 'ready') return { outcome: taken.kind }
  const mail = await make(ctx, taken.run)
  const claimed = await claim(ctx, taken.run, taken.run.to)
  return { outcome: claimed ? await handOver(ctx, claimed, mail) : 'over' }
}

/** A fault of ours is the job's too: it is tried again, and can be by hand. Meanwhile the run says what the matter is. */
async function make(ctx: CompanyContext, run: ReadyRun): Promise<Mail> {
  try {
    return await composeReport(ctx, run)
  } catch (fault) {
    const reason = 'It could not be made, for a reason of our own. Its job is among the Background Jobs.'
    await ctx.transaction((tx) => recordFailure(tx, ctx, run, reason))
    throw fault
  }
}

type ClaimedRun = ReadyRun & { claimedAt: Date }

async function handOver(ctx: CompanyContext, run: ClaimedRun, mail: Mail): Promise<Outcome> {
  const { mail: service } = ctx.ports
  if (!service) throw new Error('A run is taken up only where there is a mail service')
  const answer = await service.send(mail).catch((trouble: unknown) => ({ trouble }))
  if ('trouble' in answer) return recordTrouble(ctx, run, answer.trouble)
  await recordSent(ctx, run, answer.refused)
  return 'sent'
}

async function recordTrouble(ctx: CompanyContext, run: ClaimedRun, trouble: unknown): Promise<Outcome> {
  if (trouble instanceof Rejected) return fail(ctx, run, trouble.message)
  if (trouble instanceof Unavailable && !trouble.mayHaveHappened) {
    if (run.dueAt <= givenUpBefore(ctx.clock.now())) return fail(ctx, run, trouble.message)
    await release(ctx, run, trouble.message)
    throw trouble
  }
  ctx.log.error({ runId: run.id, ...errorFacts(trouble) }, 'a report was handed over without an answer')
  await ctx.transaction((tx) => recordDoubt(tx, ctx, run))
  return 'unsure'
}

async function fail(ctx: CompanyContext, run: ClaimedRun, reason: string): Promise<Outcome> {
  await ctx.transaction((tx) => recordFailure(tx, ctx, run, reason))
  return 'failed'
}
