/*
 * Limits are counted before anything is sent, by one statement that adds and compares under the row's lock, so that
 * concurrent workers can't pass a limit together. A count belongs to a window: the day (UTC) for the quota that the
 * provider gives a company, the hour since the first one for what a person may cause. The next window replaces it.
 */
import { sql, type SQL } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { type Message, say } from '#contract/i18n.ts'
import type { NotificationMethod } from '#contract/notification-values.ts'
import { startOfUtcDay } from '#server/platform/clock.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import type { messageCounters } from '#server/platform/db/schema/senders.ts'

type Counting = Pick<CompanyContext, 'companyId' | 'clock'>

/** The quota of a company per day and the column that holds it. */
const quotaColumns: Record<NotificationMethod, SQL> = { sms: sql`daily_texts`, email: sql`daily_mails` }

/**
 * Takes messages from today's quota; false, and nothing taken, if it does not suffice. Refused ones are counted too:
 * owner and provider are notified of them (`watch-quotas.ts`).
 */
export async function takeQuota(
  tx: Tx,
  { companyId, clock }: Counting,
  method: NotificationMethod,
  amount = 1,
): Promise<boolean> {
  const startsAt = startOfUtcDay(clock.now())
  const max = sql`(select ${quotaColumns[method]} from companies where id = ${companyId})`
  const isWithin = await addToCount(tx, { companyId, counter: method, amount, max, startsAt, staleBefore: startsAt })
  if (!isWithin) await countRefused(tx, { companyId, method, amount, startsAt })
  return isWithin
}

/** Why a message was not sent. A person can resend it from the history once there is quota again. */
export const overQuotaMessage: Record<NotificationMethod, Message> = {
  sms: say('Not sent: today’s text quota is used up. Send it again tomorrow, or ask your provider for more.'),
  email: say('Not sent: today’s email quota is used up. Send it again tomorrow, or ask your provider for more.'),
}

type HourlyCounter = Exclude<(typeof messageCounters)[number], NotificationMethod>

const perHour: Record<HourlyCounter, number> = { sender_link: 5, phone_code: 5, test_mail: 20 }

/** Counts what a person causes; throws over the limit of an hour. */
export async function assertHourlyLimit(tx: Tx, { companyId, clock }: Counting, counter: HourlyCounter): Promise<void> {
  const max = perHour[counter]
  const startsAt = clock.now()
  const staleBefore = new Date(startsAt.getTime() - hour)
  const isWithin = await addToCount(tx, { companyId, counter, amount: 1, max: sql`${max}`, startsAt, staleBefore })
  if (isWithin) return
  throw new AppError(
    'conflict',
    say(
      'Limit of {max} {counter, select, sender_link {links} phone_code {codes} other {test emails}} per hour reached. Try again later.',
      { max, counter },
    ),
  )
}

const hour = 3_600_000

type Addition = {
  companyId: string
  counter: (typeof messageCounters)[number]
  amount: number
  max: SQL
  /** Start of a new window. */
  startsAt: Date
  /** A window that began before is over. */
  staleBefore: Date
}

async function addToCount(
  tx: Tx,
  { companyId, counter, amount, max, startsAt, staleBefore }: Addition,
): Promise<boolean> {
  const isOver = sql`m.starts_at < ${staleBefore.toISOString()}::timestamptz`
  const { rows } = await tx.execute(sql`
    insert into message_counts as m (company_id, counter, starts_at, count)
    select ${companyId}, ${counter}, ${startsAt.toISOString()}::timestamptz, ${amount}::int where ${amount}::int <= ${max}
    on conflict (company_id, counter) do update set
      count = case when ${isOver} then 0 else m.count end + excluded.count,
      starts_at = case when ${isOver} then excluded.starts_at else m.starts_at end,
      refused = case when ${isOver} then 0 else m.refused end,
      alarmed_at_percent = case when ${isOver} then 0 else m.alarmed_at_percent end
    where case when ${isOver} then 0 else m.count end + excluded.count <= ${max}
    returning m.count`)
  return rows.length > 0
}

type Refusal = { companyId: string; method: NotificationMethod; amount: number; startsAt: Date }

/** The row is of another day, or missing, if the quota is 0. */
async function countRefused(tx: Tx, { companyId, method, amount, startsAt }: Refusal): Promise<void> {
  const day = sql`${startsAt.toISOString()}::timestamptz`
  await tx.execute(sql`
    insert into message_counts as m (company_id, counter, starts_at, count, refused)
    values (${companyId}, ${method}, ${day}, 0, ${amount})
    on conflict (company_id, counter) do update set
      count = case when m.starts_at < ${day} then 0 else m.count end,
      refused = case when m.starts_at < ${day} then 0 else m.refused end + excluded.refused,
      alarmed_at_percent = case when m.starts_at < ${day} then 0 else m.alarmed_at_percent end,
      starts_at = greatest(m.starts_at, excluded.starts_at)`)
}
