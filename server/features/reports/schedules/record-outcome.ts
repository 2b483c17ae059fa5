import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import type { RejectedRecipient } from '#server/ports/mail.ts'
import { updateRun, type RunOfSchedule } from './queries/runs.ts'

type RunChanges = Parameters<typeof updateRun>[2]

async function saveRun(tx: Tx, ctx: CompanyContext, run: RunOfSchedule, changes: RunChanges): Promise<boolean> {
  const { id: runId, claimedAt } = run
  const wasOurs = await updateRun(tx, { companyId: ctx.companyId, runId, claimedAt }, changes)
  await ctx.publishChange(tx, 'reports')
  return wasOurs
}

const factsOf = ({ id: runId, scheduledReportId: scheduleId }: RunOfSchedule) => ({ runId, scheduleId })

/** Committed before the mail is handed over; null when somebody else has done so meanwhile. */
export async function claimRun<Run extends RunOfSchedule>(ctx: CompanyContext, run: Run, to: string[]) {
  const claimedAt = ctx.clock.now()
  const changes = { status: 'pending', error: null, recipients: to, claimedAt } as const
  const isOurs = await ctx.transaction((tx) => saveRun(tx, ctx, run, changes))
  return isOurs ? { ...run, claimedAt } : null
}

/** It has not gone out, so the next attempt may send it. */
export async function releaseRun(ctx: CompanyContext, run: RunOfSchedule, problem: string): Promise<void> {
  ctx.log.warn({ ...factsOf(run), problem: problem }, 'a report could not be mailed yet')
  const changes = { claimedAt: null, error: `${problem} It is tried again by itself.` }
  await ctx.transaction((tx) => saveRun(tx, ctx, run, changes))
}

/** What leaves the company is in its log, whoever sends it. */
export async function recordSent(
  ctx: CompanyContext,
  run: RunOfSchedule & { to: string[] },
  refused: readonly RejectedRecipient[],
): Promise<void> {
  const missed = new Set(refused.map(({ address }) => address))
  const recipients = run.to.filter((address) => !missed.has(address))
  const { reportType, format, startDate, endDate } = run
  ctx.log.info({ ...factsOf(run), recipients: recipients.length, refused: refused.length }, 'mailed a report')
  await ctx.transaction(async (tx) => {
    const error = refused.length > 0 ? refusedText(refused) : null
    await saveRun(tx, ctx, run, { status: 'sent', sentAt: ctx.clock.now(), recipients, error })
    await recordAudit(tx, ctx, {
      action: 'report-schedule.export',
      resource: 'report-schedule',
      resourceId: run.scheduledReportId,
      companyId: ctx.companyId,
      after: { reportType, format, startDate, endDate, recipientEmails: recipients },
    })
  })
}

const refusedText = (refused: readonly RejectedRecipient[]) =>
  `The mail server did not take it for ${refused.map(({ address, answer }) => `${address} (${answer})`).join(', ')}.`

export async function recordFailure(tx: Tx, ctx: CompanyContext, run: RunOfSchedule, reason: string): Promise<void> {
  ctx.log.warn({ ...factsOf(run), problem: reason }, 'a report was not mailed')
  await saveRun(tx, ctx, run, { status: 'failed', error: reason })
}

/** At most once: nobody can ask a mail server what it has sent, so it is not sent again. */
export async function recordUnknownOutcome(tx: Tx, ctx: CompanyContext, run: RunOfSchedule): Promise<void> {
  ctx.log.warn(factsOf(run), 'nobody knows whether a report was mailed')
  const error = 'Interrupted while sending: it may have gone out. Ask a recipient, or press Run Now to send another.'
  await saveRun(tx, ctx, run, { status: 'unsure', error })
}
