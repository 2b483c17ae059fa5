import { and, eq, ne, type SQL, sql } from 'drizzle-orm'
import type { NotificationAudience, NotificationMethod, NotificationType } from '#contract/notification-values.ts'
import type { OrderStatus } from '#contract/order-status.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companyAtRunTime } from '#server/platform/db/prepared.ts'
import { notifications } from '#server/platform/db/schema/notifications.ts'
import { type SenderRow, senderFields } from '../senders/mail-sender.ts'

/** SQL: due messages, including claimed ones whose claim has expired. */
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

/** Longest due first. */
export async function listDueCandidates(tx: Tx, { companyId, now, limit, methods }: DueQuery): Promise<Candidate[]> {
  const { rows } = await tx.execute<Candidate>(sql`
    select n.id, n.method from notifications n
    where ${isDue(companyId, now)} and n.method = any(${sql.param([...methods])}::text[])
    order by n.due_at, n.id limit ${limit}`)
  return rows
}

/**
 * A message with everything that decides whether it is sent now. Its texts are encrypted; timestamps are strings as
 * PostgreSQL formats them.
 */
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
  timeZone: string
  quietHoursStart: string
  quietHoursEnd: string
  ownerSms: boolean
  lowStockAlerts: boolean
  failedJobAlerts: boolean
  customerSms: boolean
  customerEmail: boolean
  isObserving: boolean
  /** Whether the company has confirmed the number as its alert phone. */
  isConfirmedPhone: boolean
  textCountries: string[]
} & SenderRow

/** Locks a due message; null when another process has it or it is no longer due. */
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
      s.customer_sms as "customerSms", s.customer_email as "customerEmail",
      s.observing_since is not null as "isObserving", ${senderFields},
      co.text_countries as "textCountries",
      exists (
        select from contact_confirmations p
        where p.company_id = n.company_id and p.kind = 'alert_phone' and p.target = n.recipient_hash
          and p.confirmed_at is not null
      ) as "isConfirmedPhone"
    from notifications n
    join companies co on co.id = n.company_id
    join company_settings s on s.company_id = n.company_id
    left join orders o on o.company_id = n.company_id and o.id = n.order_id
    left join customers c on c.company_id = n.company_id and c.id = n.customer_id
    left join customer_addresses a on a.company_id = n.company_id and a.id = o.shipping_address_id
    where ${isDue(companyId, now)} and n.id = ${id} for no key update of n skip locked`)
  return rows[0] ?? null
}

type Columns = typeof notifications.$inferSelect

type Changes = Partial<
  Pick<
    Columns,
    | 'status'
    | 'error'
    | 'externalId'
    | 'sentAt'
    | 'attemptedAt'
    | 'dueAt'
    | 'heldUntil'
    | 'tries'
    | 'message'
    | 'templateData'
  >
>

/** The caller holds the row lock. */
export async function updateMessage(tx: Tx, companyId: string, id: string, changes: Changes): Promise<void> {
  await tx
    .update(notifications)
    .set(changes)
    .where(and(eq(notifications.companyId, companyId), eq(notifications.id, id)))
}

type Claim = { companyId: string; id: string; claimedAt: Date }

/** Updates a message if this process still holds its claim; after it has expired another process owns the message. */
export async function updateClaimedMessage(
  tx: Tx,
  { companyId, id, claimedAt }: Claim,
  changes: Changes,
): Promise<void> {
  await tx
    .update(notifications)
    .set(changes)
    .where(
      and(
        eq(notifications.companyId, companyAtRunTime(companyId)),
        eq(notifications.id, id),
        eq(notifications.status, 'pending'),
        eq(notifications.attemptedAt, claimedAt),
      ),
    )
}

export async function skipMessages(tx: Tx, companyId: string, ids: readonly string[], error: string): Promise<void> {
  await tx
    .update(notifications)
    .set({ status: 'skipped', error })
    .where(and(eq(notifications.companyId, companyId), sql`${notifications.id} = any(${sql.param([...ids])}::uuid[])`))
}

/** Skips messages to customers that are due or wait for the end of quiet hours. */
export async function skipCustomerMessages(tx: Tx, companyId: string, error: string): Promise<void> {
  await tx.execute(sql`
    update notifications set status = 'skipped', error = ${error}
    where company_id = ${companyId} and audience = 'customer' and status in ('pending', 'held') and attempted_at is null`)
}

/** Whether the service's id belongs to another message with the same text and recipient. */
export async function isOtherMessage(tx: Tx, companyId: string, id: string, recipientHash: string, externalId: string) {
  const others = await tx
    .select({ id: notifications.id })
    .from(notifications)
    .where(
      and(
        eq(notifications.companyId, companyId),
        eq(notifications.recipientHash, recipientHash),
        eq(notifications.externalId, externalId),
        ne(notifications.id, id),
      ),
    )
    .limit(1)
  return others.length > 0
}

export type NewOrderText = {
  id: string
  recipientHash: string
  templateData: unknown
  dueAt: string
  tries: number
  orderNumber: string | null
}

/** Locks the unsent, unclaimed texts to the company about new orders, oldest first. */
export async function lockNewOrderTexts(tx: Tx, companyId: string): Promise<NewOrderText[]> {
  const { rows } = await tx.execute<NewOrderText>(sql`
    select n.id, n.recipient_hash as "recipientHash", n.template_data as "templateData", n.due_at as "dueAt", n.tries,
      o.order_number as "orderNumber"
    from notifications n left join orders o on o.company_id = n.company_id and o.id = n.order_id
    where n.company_id = ${companyId} and n.status = 'pending' and n.audience = 'owner' and n.method = 'sms'
      and n.attempted_at is null and n.event_key like 'order_placed:%' and n.recipient_hash is not null
    order by n.created_at, n.id for no key update of n skip locked`)
  return rows
}
