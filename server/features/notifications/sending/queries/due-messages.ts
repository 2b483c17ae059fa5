import { sql, type SQL } from 'drizzle-orm'
import type { NotificationAudience, NotificationMethod, NotificationType } from '#contract/notification-values.ts'
import type { OrderStatus } from '#contract/order-status.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companyAtRunTime } from '#server/platform/db/prepared.ts'

/** One that was tried and of which nobody said what became of it is due again when its claim has run out. */
const isDue = (companyId: string, now: Date): SQL => sql`
  n.company_id = ${companyAtRunTime(companyId)} and n.status in ('pending', 'held') and n.due_at <= ${now.toISOString()}::timestamptz`

export async function hasDueMessages(tx: Tx, companyId: string, now: Date): Promise<boolean> {
  const { rows } = await tx.execute<{ due: boolean }>(
    sql`select exists (select from notifications n where ${isDue(companyId, now)}) as due`,
  )
  return rows[0]?.due ?? false
}

export type Candidate = { id: string; method: NotificationMethod }

type DueQuery = { companyId: string; now: Date; limit: number; methods: readonly NotificationMethod[] }

/** The longest due first. */
export async function listDueCandidates(tx: Tx, { companyId, now, limit, methods }: DueQuery): Promise<Candidate[]> {
  const { rows } = await tx.execute<Candidate>(sql`
    select n.id, n.method from notifications n
    where ${isDue(companyId, now)} and n.method = any(${sql.param([...methods])}::text[])
    order by n.due_at, n.id limit ${limit}`)
  return rows
}

/** A message with all that decides whether it goes out now. Its texts are sealed; moments come as PostgreSQL writes them. */
export type DueMessage = {
  id: string
  type: NotificationType
  audience: NotificationAudience
  method: NotificationMethod
  isTest: boolean
  isResend: boolean
  recipient: string
  recipientHash: string | null
  subject: string | null
  message: string
  templateData: unknown
  attemptedAt: string | null
  heldUntil: string | null
  createdAt: string
  tries: number
  orderStatus: OrderStatus | null
  isErased: boolean
  isOptedOut: boolean
  country: string | null
  state: string | null
  postalCode: string | null
  companyName: string
  timeZone: string
  quietHoursStart: string
  quietHoursEnd: string
  ownerSms: boolean
  lowStockAlerts: boolean
  failedJobAlerts: boolean
  customerSms: boolean
  customerEmail: boolean
  mailSenderName: string | null
  mailSender: string | null
  /** Where nothing is set, the company's own address: an answer must not end with whoever runs the product. */
  mailReplyTo: string | null
}

/** Locked, so that nobody else takes it up; null when somebody has, or it is not due any more. */
export async function lockDueMessage(tx: Tx, companyId: string, id: string, now: Date): Promise<DueMessage | null> {
  const { rows } = await tx.execute<DueMessage>(sql`
    select n.id, n.type, n.audience, n.method, n.event_key like 'test:%' as "isTest",
      n.resend_of is not null as "isResend", n.recipient, n.recipient_hash as "recipientHash", n.subject, n.message,
      n.template_data as "templateData", n.attempted_at as "attemptedAt", n.held_until as "heldUntil",
      n.created_at as "createdAt", n.tries, o.status as "orderStatus",
      n.recipient = '' or c.erased_at is not null as "isErased",
      exists (
        select from notification_opt_outs u
        where u.company_id = n.company_id and u.method = n.method and u.recipient_hash = n.recipient_hash
      ) as "isOptedOut",
      a.country, a.state, a.postal_code as "postalCode", co.name as "companyName", s.time_zone as "timeZone",
      s.quiet_hours_start::text as "quietHoursStart", s.quiet_hours_end::text as "quietHoursEnd",
      s.owner_sms as "ownerSms", s.low_stock_alerts as "lowStockAlerts", s.failed_job_alerts as "failedJobAlerts",
      s.customer_sms as "customerSms", s.customer_email as "customerEmail", s.mail_sender_name as "mailSenderName",
      s.mail_sender as "mailSender",
      coalesce(s.mail_reply_to, case when s.mail_sender is null then co.email end) as "mailReplyTo"
    from notifications n
    join companies co on co.id = n.company_id
    join company_settings s on s.company_id = n.company_id
    left join orders o on o.company_id = n.company_id and o.id = n.order_id
    left join customers c on c.company_id = n.company_id and c.id = n.customer_id
    left join customer_addresses a on a.company_id = n.company_id and a.id = o.shipping_address_id
    where ${isDue(companyId, now)} and n.id = ${id} for no key update of n skip locked`)
  return rows[0] ?? null
}
