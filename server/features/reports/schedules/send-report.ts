import { formatMessage, say } from '#contract/i18n.ts'
import { overQuotaMessage, takeQuota } from '#server/features/notifications/quota/count-messages.ts'
import { sentBeforeRestore } from '#server/features/notifications/notification-row.ts'
import { noServiceMessage } from '#server/features/notifications/recipients.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { loggableError } from '#server/platform/redaction.ts'
import { Rejected, Unavailable } from '#server/ports/failure.ts'
import type { Mail, RejectedRecipient } from '#server/ports/mail.ts'
import { composeReport } from './compose-report.ts'
import { expiredBefore } from './next-run.ts'
import { lockRun, readMailTerms, type ReadyRun, type RunOfSchedule, updateRun } from './run-queries.ts'

type RunOutcome = 'sent' | 'failed' | 'unsure' | 'gone' | 'over'

/**
 * Mails one run of a schedule at most once. State machine of a run: pending → (claimed) → sent, failed or unsure. The
 * claim is committed before the mail is sent; a run that was claimed but never finished becomes `unsure` and is not
 * sent again.
 */
export async function sendReport(ctx: CompanyContext, { runId }: { runId: string }): Promise<{ outcome: RunOutcome }> {
  const prepared = await prepareRun(ctx, runId)
  if (prepared.kind !== 'ready') return { outcome: prepared.kind }
  const mail = await composeOrRecordFailure(ctx, prepared.run)
  const claim = await claimRun(ctx, prepared.run)
  return { outcome: claim.kind === 'claimed' ? await deliver(ctx, claim.run, mail) : claim.kind }
}

/**
 * An error in composing fails the job, which is retried and can be retried by hand; meanwhile the run shows the reason.
 */
async function composeOrRecordFailure(ctx: CompanyContext, run: ReadyRun): Promise<Mail> {
  try {
    return await composeReport(ctx, run)
  } catch (fault) {
    const reason = formatMessage(
      say('The report could not be created because of an internal error. See Background Jobs on the Dashboard.'),
    )
    await ctx.transaction((tx) => recordFailure(tx, ctx, run, reason))
    throw fault
  }
}

type ClaimedRun = ReadyRun & { claimedAt: Date }

async function deliver(ctx: CompanyContext, run: ClaimedRun, mail: Mail): Promise<RunOutcome> {
  const { mail: service } = ctx.ports
  if (!service) throw new Error('A run is sent only if there is a mail service')
  const answer = await service.send(mail).catch((error: unknown) => ({ failure: error }))
  if ('failure' in answer) return recordDeliveryError(ctx, run, answer.failure)
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

/** `gone`: the schedule was deleted; `over`: the run already has an outcome. */
type PreparedRun = { kind: 'ready'; run: ReadyRun } | { kind: 'gone' | 'over' | 'failed' | 'unsure' }

/**
 * Locks the run and decides whether it can be sent. An unclaimed run may be tried again; a claimed one may have been
 * sent.
 */
async function prepareRun(ctx: CompanyContext, runId: string): Promise<PreparedRun> {
  return ctx.transaction<PreparedRun>(async (tx) => {
    const run = await lockRun(tx, ctx.companyId, runId)
    if (!run) return { kind: 'gone' }
    if (run.claimedAt !== null) {
      if (run.status !== 'pending') return { kind: 'over' }
      await recordUnknownOutcome(tx, ctx, run)
      return { kind: 'unsure' }
    }
    return run.status === 'pending' || run.status === 'failed' ? checkReady(tx, ctx, run) : { kind: 'over' }
  })
}

async function checkReady(tx: Tx, ctx: CompanyContext, run: RunOfSchedule): Promise<PreparedRun> {
  const terms = await readMailTerms(tx, ctx.companyId)
  const to = run.namedRecipients.length > 0 ? run.namedRecipients : terms.fallback === null ? [] : [terms.fallback]
  const obstacle =
    to.length === 0
      ? noRecipients
      : !ctx.ports.mail
        ? formatMessage(noServiceMessage.email)
        : sentBeforeRestore(ctx, new Date(run.dueAt))
  if (obstacle === null) return { kind: 'ready', run: { ...run, terms, to } }
  await recordFailure(tx, ctx, run, obstacle)
  return { kind: 'failed' }
}

const noRecipients = formatMessage(
  say('No recipients. Add a recipient to this report, or set an alert email in Settings under Notifications.'),
)

type RunChanges = Parameters<typeof updateRun>[2]

async function saveRun(tx: Tx, ctx: CompanyContext, run: RunOfSchedule, changes: RunChanges): Promise<boolean> {
  const { id: runId, claimedAt } = run
  const wasOurs = await updateRun(tx, { companyId: ctx.companyId, runId, claimedAt }, changes)
  await ctx.publishChange(tx, 'reports')
  return wasOurs
}

const factsOf = ({ id: runId, scheduledReportId: scheduleId }: RunOfSchedule) => ({ runId, scheduleId })

type RunClaim = { kind: 'claimed'; run: ClaimedRun } | { kind: 'over' | 'failed' }

/**
 * Claims the run in a transaction of its own, before the mail is sent. Each recipient is one mail of the company's
 * daily quota. `over`: another worker was faster.
 */
async function claimRun(ctx: CompanyContext, run: ReadyRun): Promise<RunClaim> {
  const claimedAt = ctx.clock.now()
  const changes = { status: 'pending', error: null, recipients: run.to, claimedAt } as const
  return ctx.transaction<RunClaim>(async (tx) => {
    if (!(await takeQuota(tx, ctx, 'email', run.to.length))) {
      await recordFailure(tx, ctx, run, formatMessage(overQuotaMessage.email))
      return { kind: 'failed' }
    }
    const isOurs = await saveRun(tx, ctx, run, changes)
    return isOurs ? { kind: 'claimed', run: { ...run, claimedAt } } : { kind: 'over' }
  })
}

/** The mail was not sent: clears the claim, so that the job's next attempt can send it. */
async function releaseRun(ctx: CompanyContext, run: RunOfSchedule, problem: string): Promise<void> {
  ctx.log.warn(
    { ...factsOf(run), problem: problem },
    'reports: could not mail a scheduled report; its job will try again',
  )
  const changes = { claimedAt: null, error: `${problem} Lockstep will retry automatically.` }
  await ctx.transaction((tx) => saveRun(tx, ctx, run, changes))
}

/** Records the sent report in the audit log, like any export. */
async function recordSent(
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
  `The mail server refused ${refused.map(({ address, answer }) => `${address} (${answer})`).join(', ')}.`

async function recordFailure(tx: Tx, ctx: CompanyContext, run: RunOfSchedule, reason: string): Promise<void> {
  ctx.log.warn(
    { ...factsOf(run), problem: reason },
    'reports: a scheduled report was not mailed; its run shows the reason',
  )
  await saveRun(tx, ctx, run, { status: 'failed', error: reason })
}

/** At-most-once delivery: a mail server cannot be asked what it has sent, so the run is not sent again. */
async function recordUnknownOutcome(tx: Tx, ctx: CompanyContext, run: RunOfSchedule): Promise<void> {
  ctx.log.warn(factsOf(run), 'nobody knows whether a report was mailed')
  const error = formatMessage(
    say('Interrupted while sending: it may have been sent. Ask a recipient, or choose Run now to send it again.'),
  )
  await saveRun(tx, ctx, run, { status: 'unsure', error })
}
