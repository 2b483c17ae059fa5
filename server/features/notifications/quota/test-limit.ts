import { sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import { type NotificationMethod, testMessagesPerHour } from '#contract/notification-values.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'

const hour = 3_600_000

/**
 * Throws if the company has asked for as many tests as it may within the last hour. The caller stores the test in the
 * same transaction; the advisory lock makes concurrent callers count each other.
 */
export async function assertTestLimit(
  tx: Tx,
  { companyId, clock }: Pick<CompanyContext, 'companyId' | 'clock'>,
  method: NotificationMethod,
): Promise<void> {
  const now = clock.now()
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('test messages ' || ${companyId}, 0))`)
  const { rows } = await tx.execute<{ createdAt: string }>(sql`
    select created_at as "createdAt" from notifications
    where company_id = ${companyId} and audience = 'owner' and method = ${method} and event_key like 'test:%'
      and created_at > ${new Date(now.getTime() - hour).toISOString()}::timestamptz
    order by created_at desc limit ${testMessagesPerHour}`)
  const oldest = rows.at(testMessagesPerHour - 1)
  if (!oldest) return
  const minutes = Math.ceil((new Date(oldest.createdAt).getTime() + hour - now.getTime()) / 60_000)
  throw new AppError(
    'conflict',
    say(
      'You can send {max} test {method, select, sms {texts} other {emails}} per hour. Try again in {minutes} minutes.',
      { max: testMessagesPerHour, method, minutes },
    ),
  )
}
