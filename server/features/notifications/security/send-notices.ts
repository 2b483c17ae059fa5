/*
 * Emails about security: sign-ins from a new place, new keys, changed senders, mass exports, changed accounts, invitations. A notice
 * is a row written with its audit entry (`platform/audit.ts`). No company can switch these emails off, and they are not counted
 * against its quota, so that an attacker can't silence them by using it up.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { NoticeKind } from '#server/platform/audit-actions.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import type { noticeOutcomes } from '#server/platform/db/schema/audit.ts'
import { loggableError } from '#server/platform/redaction.ts'
import { Unavailable } from '#server/ports/failure.ts'
import type { Mail, MailService } from '#server/ports/mail.ts'
import { hashRecipient } from '../recipients.ts'
import { composeNotice, composeSummary, type NoticeRecipient } from './compose-notice.ts'
import { type NoticePlan, type OpenNotice, planNotice } from './plan-notice.ts'

/** Notices of a company within an hour, and those to one person about their sign-ins. The next one is a summary. */
export const noticesPerHour = 20

const hour = 3_600_000
const minute = 60_000

/** A process that works on a notice has it for this long; then another one continues where it stopped. */
const leaseMs = 10 * minute

/** Retries end: a sign-in of last week is no news. */
const longestWaitMs = 72 * hour

/** Closed notices are needed for the hourly and daily limits only. */
const keepMs = 30 * 24 * hour

const batch = 200

/** Circuit breaker: so many failures mean that the mail server is down. */
const maxFailuresInARow = 3

type NoticeOutcome = (typeof noticeOutcomes)[number]

type Result = NoticeOutcome | 'needless' | 'unavailable' | 'postponed' | 'left'

/** Job `notifications.send-security-notices`. Without a mail server it ends quietly; the audit log has every change. */
export async function sendSecurityNotices(ctx: PlatformContext): Promise<Partial<Record<Result, number>>> {
  const { mail } = ctx.ports
  await ctx.transaction((tx) => cleanUp(tx, ctx, mail))
  if (!mail) return {}
  const counts: Partial<Record<Result, number>> = {}
  let failuresInARow = 0
  for (const notice of await ctx.read((tx) => listDue(tx, ctx.clock.now()))) {
    const result = (await claim(ctx, notice)) ? await sendNotice(ctx, mail, notice) : 'left'
    counts[result] = (counts[result] ?? 0) + 1
    failuresInARow = result === 'unavailable' ? failuresInARow + 1 : 0
    if (failuresInARow === maxFailuresInARow) break
  }
  return counts
}

type DueNotice = OpenNotice & { tries: number }

/**
 * Deletes closed notices that are old, open ones that the original of a restored database has sent already, and all open ones
 * without a mail server: emailed months later, when there is one, they would only alarm people. Ends retries.
 */
async function cleanUp(tx: Tx, { clock, gate }: PlatformContext, mail: MailService | null): Promise<void> {
  const now = clock.now()
  const ago = (milliseconds: number) => sql`${new Date(now.getTime() - milliseconds).toISOString()}::timestamptz`
  const isObsolete = mail ? sql`created_at < ${gate.restoredAt?.toISOString() ?? null}::timestamptz` : sql`true`
  await tx.execute(
    sql`delete from security_notices where closed_at < ${ago(keepMs)} or (closed_at is null and ${isObsolete})`,
  )
  await tx.execute(sql`
    update security_notices set outcome = 'failed', closed_at = ${now.toISOString()}::timestamptz, former_addresses = ''
    where closed_at is null and created_at < ${ago(longestWaitMs)}`)
}

const isDue = (now: Date): SQL =>
  sql`closed_at is null and (due_at is null or due_at <= ${now.toISOString()}::timestamptz)`

async function listDue(tx: Tx, now: Date): Promise<DueNotice[]> {
  const { rows } = await tx.execute<DueNotice>(sql`
    select company_id as "companyId", id, kind, former_addresses as "formerAddresses", handed_to as "handedTo", tries
    from security_notices where ${isDue(now)} order by created_at, id limit ${batch}`)
  return rows
}

const isNotice = ({ companyId, id }: OpenNotice): SQL => sql`company_id = ${companyId} and id = ${id}`

/** False if another process has the notice. */
async function claim(ctx: PlatformContext, notice: DueNotice): Promise<boolean> {
  const now = ctx.clock.now()
  const until = new Date(now.getTime() + leaseMs).toISOString()
  const { rowCount } = await ctx.transaction((tx) =>
    tx.execute(sql`
      update security_notices set due_at = ${until}::timestamptz, tries = tries + 1 where ${isNotice(notice)} and ${isDue(now)}`),
  )
  return rowCount === 1
}

async function sendNotice(ctx: PlatformContext, mail: MailService, notice: DueNotice): Promise<Result> {
  const plan = await planNotice(ctx, notice)
  const mails = plan ? composeMails(ctx, plan, composeNotice) : []
  if (plan === null || mails.length === 0) {
    await ctx.transaction((tx) => tx.execute(sql`delete from security_notices where ${isNotice(notice)}`))
    return 'needless'
  }
  const isBegun = notice.handedTo.length > 0
  const { sent, hasSummary } = isBegun ? nothingSent : await ctx.read((tx) => readUse(tx, ctx, notice, plan))
  if (sent < noticesPerHour) return deliver(ctx, mail, notice, { mails, outcome: 'sent' })
  // Invitations wait: they are for people who would otherwise not know of their account.
  if (notice.kind === 'invitation') {
    await postpone(ctx, notice, hour)
    return 'postponed'
  }
  if (hasSummary) return close(ctx, notice, 'limited')
  const summaries = composeMails(ctx, plan, (facts, to, url) =>
    to.relation === 'former' || to.relation === 'invited' ? null : composeSummary(facts, to, noticesPerHour, url),
  )
  return deliver(ctx, mail, notice, { mails: summaries, outcome: 'summarized' })
}

function composeMails(
  { publicUrl }: PlatformContext,
  { facts, recipients }: NoticePlan,
  compose: (facts: NoticePlan['facts'], to: NoticeRecipient, url: string) => Mail | null,
): Mail[] {
  return recipients.map((to) => compose(facts, to, publicUrl)).filter((mail) => mail !== null)
}

const nothingSent = { sent: 0, hasSummary: false }

/** Notices that share an hourly limit: those of a company, and apart from them its invitations and each person's sign-ins. */
const sharedLimit: Record<NoticeKind, readonly NoticeKind[]> = {
  sign_in: ['sign_in'],
  invitation: ['invitation'],
  key: ['key', 'sender', 'export', 'account'],
  sender: ['key', 'sender', 'export', 'account'],
  export: ['key', 'sender', 'export', 'account'],
  account: ['key', 'sender', 'export', 'account'],
}

async function readUse(tx: Tx, { clock }: PlatformContext, { companyId, kind }: OpenNotice, { userId }: NoticePlan) {
  const since = new Date(clock.now().getTime() - hour).toISOString()
  const kinds = [...sharedLimit[kind]]
  const isOfPerson = kind === 'sign_in' ? sql`and a.user_id = ${userId}` : sql``
  const { rows } = await tx.execute<typeof nothingSent>(sql`
    select count(*) filter (where n.outcome = 'sent')::int as sent,
      coalesce(bool_or(n.outcome = 'summarized'), false) as "hasSummary"
    from security_notices n join audit_log a on a.company_id = n.company_id and a.id = n.id
    where n.company_id = ${companyId} and n.kind = any(${sql.param(kinds)}) and n.closed_at > ${since}::timestamptz ${isOfPerson}`)
  return rows[0] ?? nothingSent
}

/** Of the recipients whom the mail server could not reach now, none keeps the others waiting. */
async function deliver(
  ctx: PlatformContext,
  mail: MailService,
  notice: DueNotice,
  { mails, outcome }: { mails: readonly Mail[]; outcome: NoticeOutcome },
): Promise<Result> {
  let failures = 0
  for (const one of mails) {
    if (!(await handOver(ctx, mail, notice, one))) failures += 1
    if (failures === maxFailuresInARow) break
  }
  if (failures === 0) return close(ctx, notice, outcome)
  await postpone(ctx, notice, Math.min(2 ** notice.tries * minute, hour))
  return 'unavailable'
}

/**
 * False if it is to be tried again. The recipient is recorded before the mail server is called, so that nobody gets a notice twice
 * after a crash.
 */
async function handOver(ctx: PlatformContext, mail: MailService, notice: OpenNotice, one: Mail): Promise<boolean> {
  const recipient = hashRecipient(ctx.vault, one.to[0]?.toLowerCase() ?? '')
  if (!(await recordRecipient(ctx, notice, recipient))) return true
  try {
    await mail.send(one)
    return true
  } catch (error) {
    const { companyId, kind } = notice
    ctx.log.warn({ companyId, kind, ...loggableError(error) }, 'security notices: could not mail a notice')
    // A rejected address stays rejected, and what may have been sent is not repeated.
    if (!(error instanceof Unavailable) || error.mayHaveHappened) return true
    await ctx.transaction((tx) =>
      tx.execute(
        sql`update security_notices set handed_to = array_remove(handed_to, ${recipient}) where ${isNotice(notice)}`,
      ),
    )
    return false
  }
}

/** False if the recipient has got it already. */
async function recordRecipient(ctx: PlatformContext, notice: OpenNotice, recipient: string): Promise<boolean> {
  const { rowCount } = await ctx.transaction((tx) =>
    tx.execute(sql`
      update security_notices set handed_to = array_append(handed_to, ${recipient})
      where ${isNotice(notice)} and closed_at is null and not ${recipient} = any(handed_to)`),
  )
  return rowCount === 1
}

async function postpone(ctx: PlatformContext, notice: OpenNotice, milliseconds: number): Promise<void> {
  const dueAt = new Date(ctx.clock.now().getTime() + milliseconds).toISOString()
  await ctx.transaction((tx) =>
    tx.execute(sql`update security_notices set due_at = ${dueAt}::timestamptz where ${isNotice(notice)}`),
  )
}

async function close(ctx: PlatformContext, notice: OpenNotice, outcome: NoticeOutcome): Promise<Result> {
  const now = ctx.clock.now().toISOString()
  await ctx.transaction((tx) =>
    tx.execute(sql`
      update security_notices set outcome = ${outcome}, closed_at = ${now}::timestamptz, former_addresses = ''
      where ${isNotice(notice)}`),
  )
  return outcome
}
