import { noServiceMessage } from '#server/features/notifications/sending/deliver.ts'
import { sentBeforeRestore } from '#server/features/notifications/notification-row.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { readMailTerms, type MailTerms } from './queries/mail-terms.ts'
import { lockRun, type RunOfSchedule } from './queries/runs.ts'
import { recordUnknownOutcome, recordFailure } from './record-outcome.ts'

export type ReadyRun = RunOfSchedule & { terms: MailTerms; to: string[] }

/** `gone`: its schedule was deleted; `over`: it has had its outcome. */
type PreparedRun = { kind: 'ready'; run: ReadyRun } | { kind: 'gone' | 'over' | 'failed' | 'unsure' }

/** What was never claimed may be tried again, also after a fault of ours; what was claimed may have gone out. */
export async function prepareRun(ctx: CompanyContext, runId: string): Promise<PreparedRun> {
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
  const to = run.wanted.length > 0 ? run.wanted : terms.fallback === null ? [] : [terms.fallback]
  const obstacle =
    to.length === 0
      ? noRecipients
      : !ctx.ports.mail
        ? noServiceMessage.email
        : sentBeforeRestore(ctx, new Date(run.dueAt))
  if (obstacle === null) return { kind: 'ready', run: { ...run, terms, to } }
  await recordFailure(tx, ctx, run, obstacle)
  return { kind: 'failed' }
}

const noRecipients =
  'Nobody is named to send it to. Add a recipient to this report, or an alert e-mail in Settings under Notifications.'
