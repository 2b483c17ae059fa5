import { sql } from 'drizzle-orm'
import type { NotificationMethod } from '#contract/notification-values.ts'
import { listProviderEmails } from '#server/features/admin/queries.ts'
import { startOfUtcDay } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { loggableError } from '#server/platform/redaction.ts'
import { Unavailable } from '#server/ports/failure.ts'
import type { Mail } from '#server/ports/mail.ts'
import { composeLockstepMail } from '../mail/mail-layout.ts'

/** Percent of the quota at which owner and provider are notified; the second also when a message was refused. */
const firstAlarm = 80
const lastAlarm = 100

/**
 * Job `notifications.watch-quotas`. Notifies a company's owner and the provider's staff, once per day and level, when
 * a company has used 80 % or all of its daily quota. These mails are not counted, so that they always go out.
 */
export async function watchQuotas(ctx: PlatformContext): Promise<{ alarms: number }> {
  const today = startOfUtcDay(ctx.clock.now())
  const alarms = await ctx.read((tx) => listAlarms(tx, today))
  if (alarms.length === 0) return { alarms: 0 }
  const staff = await ctx.read(listProviderEmails)
  for (const alarm of alarms) await raiseAlarm(ctx, alarm, staff, today)
  return { alarms: alarms.length }
}

type Alarm = {
  companyId: string
  companyName: string
  method: NotificationMethod
  used: number
  refused: number
  quota: number
  level: number
  ownerEmail: string | null
}

async function listAlarms(tx: Tx, today: Date): Promise<Alarm[]> {
  const { rows } = await tx.execute<Alarm>(sql`
    select * from (
      select m.company_id as "companyId", c.name as "companyName", m.counter as method, m.count as used, m.refused,
        a.quota, coalesce(s.alert_email, c.email) as "ownerEmail", m.alarmed_at_percent as alarmed,
        case when m.refused > 0 or m.count >= a.quota then ${lastAlarm}::int
          when m.count * 100 >= a.quota * ${firstAlarm}::int then ${firstAlarm}::int else 0 end as level
      from message_counts m
      join companies c on c.id = m.company_id and c.is_active
      join company_settings s on s.company_id = m.company_id
      cross join lateral (select case m.counter when 'sms' then c.daily_texts else c.daily_mails end as quota) as a
      where m.counter in ('sms', 'email') and m.starts_at = ${today.toISOString()}::timestamptz
    ) as counted
    where level > alarmed order by "companyId", method`)
  return rows
}

/** While the mail server is down nobody is notified and nothing recorded: the next run tries again. */
async function raiseAlarm(ctx: PlatformContext, alarm: Alarm, staff: readonly string[], today: Date): Promise<void> {
  const { companyId, method, used, refused, quota, level } = alarm
  ctx.log.warn(
    { companyId, method, used, refused, quota },
    'notifications: a company has used most or all of its daily quota; raise it in the Admin Panel if that is expected',
  )
  const { mail } = ctx.ports
  const recipients = [...new Set([...(alarm.ownerEmail ? [alarm.ownerEmail] : []), ...staff])]
  let hasSent = false
  for (const to of mail ? recipients : []) {
    try {
      await mail?.send(composeAlarm(ctx, alarm, to))
      hasSent = true
    } catch (error) {
      ctx.log.warn({ companyId, ...loggableError(error) }, 'notifications: could not mail an alarm about a quota')
      if (error instanceof Unavailable && !hasSent) return
    }
  }
  await ctx.transaction(
    (tx) =>
      tx.execute(sql`
        update message_counts set alarmed_at_percent = ${level}
        where company_id = ${companyId} and counter = ${method} and starts_at = ${today.toISOString()}::timestamptz`),
    companyId,
  )
}

const nouns: Record<NotificationMethod, string> = { sms: 'texts', email: 'emails' }

function composeAlarm({ publicUrl }: PlatformContext, alarm: Alarm, to: string): Mail {
  const { companyName, method, used, refused, quota, level } = alarm
  const noun = nouns[method]
  const subject =
    level === lastAlarm
      ? `${companyName} has used up today’s ${noun}`
      : `${companyName} has used ${firstAlarm}% of today’s ${noun}`
  const next =
    level === lastAlarm
      ? `No more ${noun} will be sent until midnight UTC. ${refused} were not sent; you can resend them from the history.`
      : `Once they are used up, no more ${noun} will be sent until midnight UTC.`
  const content = {
    subject,
    body: `${companyName} has sent ${used} of the ${quota} ${noun} that it may send per day.\n\n${next}\n\nIf this is expected, ask the provider for a higher quota. If not, look at the history: someone may be misusing the account.`,
    links: [{ label: 'Open the history', url: new URL('/notifications', publicUrl).href }],
    footer: {
      why: 'You’re receiving this email because a daily quota in Lockstep is nearly or fully used.',
      link: null,
    },
  }
  return composeLockstepMail(content, to)
}
