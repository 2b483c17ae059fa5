import { sql, type SQL } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import type { NotificationFilter, NotificationRow } from '#contract/notifications.ts'
import { mostCounted, type Page, type PageQuery } from '#contract/paging.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { microsecondsOf, olderThan, toPage } from '#server/platform/paging.ts'

type ShownFields = Omit<NotificationRow, 'recipient' | 'resendObstacle' | 'shopOrder'>

/** A stored message. Its texts are encrypted; timestamps are strings as PostgreSQL formats them. */
export type StoredMessage = ShownFields & {
  recipient: string
  recipientHash: string | null
  message: string
  templateData: unknown
  customerId: string | null
  externalOrderId: string | null
  externalNumber: string | null
  channelName: string | null
  isErased: boolean
  isOptedOut: boolean
  isResent: boolean
  ownerSms: boolean
  lowStockAlerts: boolean
  failedJobAlerts: boolean
  customerSms: boolean
  customerEmail: boolean
}

const createdAt = sql`n.created_at`

const id = sql`n.id`

const select = (companyId: string, where: SQL, end: SQL): SQL => sql`
  with found as (select n.* from notifications n where n.company_id = ${companyId} ${where} ${end})
  select n.id, n.type, n.audience, n.method, n.status, n.recipient, n.recipient_hash as "recipientHash", n.subject,
    n.message, n.template_data as "templateData", n.order_id as "orderId", n.customer_id as "customerId",
    o.order_number as "orderNumber", o.external_order_id as "externalOrderId", o.external_number as "externalNumber",
    ch.name as "channelName", n.event_key like 'test:%' as "isTest",
    case when n.status = 'held' then n.held_until end as "heldUntil", n.error, n.created_at as "createdAt",
    n.sent_at as "sentAt", n.recipient = '' or c.erased_at is not null as "isErased",
    exists (
      select from notification_opt_outs u
      where u.company_id = n.company_id and u.method = n.method and u.recipient_hash = n.recipient_hash
    ) as "isOptedOut",
    n.id in (
      select again.resend_of from notifications again where again.company_id = ${companyId}
        and again.status in ('pending', 'held') and again.resend_of is not null
    ) as "isResent",
    s.owner_sms as "ownerSms", s.low_stock_alerts as "lowStockAlerts", s.failed_job_alerts as "failedJobAlerts",
    s.customer_sms as "customerSms", s.customer_email as "customerEmail", ${microsecondsOf(createdAt)} as key
  from found n
  join company_settings s on s.company_id = n.company_id
  left join orders o on o.company_id = n.company_id and o.id = n.order_id
  left join channels ch on ch.company_id = o.company_id and ch.id = o.channel_id
  left join customers c on c.company_id = n.company_id and c.id = n.customer_id
  order by n.created_at desc, n.id desc`

export async function listStoredMessages(
  tx: Tx,
  companyId: string,
  { limit, cursor, ...filter }: PageQuery & NotificationFilter,
): Promise<Page<StoredMessage>> {
  const chosen = whereOf(filter)
  const follows = olderThan(cursor, createdAt, id)
  const where = follows ? sql`${chosen} and ${follows}` : chosen
  const newest = sql`order by n.created_at desc, n.id desc limit ${limit + 1}`
  const found = await tx.execute<StoredMessage & { key: number }>(select(companyId, where, newest))
  const counted = await tx.execute<{ total: number }>(
    sql`select count(*)::int as total from (
      select from notifications n where n.company_id = ${companyId} ${chosen} limit ${mostCounted + 1}
    ) as counted`,
  )
  return toPage(found.rows, limit, counted.rows[0]?.total ?? 0, (row) => [row.key, row.id])
}

const columns = { status: 'status', type: 'type', method: 'method', audience: 'audience', orderId: 'order_id' } as const

const whereOf = (filter: NotificationFilter): SQL =>
  sql.join(
    Object.entries(columns).flatMap(([field, column]) => {
      const value = filter[field as keyof typeof columns]
      return value === undefined ? [] : [sql` and n.${sql.identifier(column)} = ${value}`]
    }),
  )

export async function getStoredMessageOrThrow(
  tx: Tx,
  companyId: string,
  notificationId: string,
): Promise<StoredMessage> {
  const { rows } = await tx.execute<StoredMessage>(select(companyId, sql`and n.id = ${notificationId}`, sql``))
  const [found] = rows
  if (!found) throw new AppError('not_found', say('This message doesn’t exist.'))
  return found
}

/** Of two concurrent resends the second one waits, and then finds the first. */
export async function lockMessage(tx: Tx, companyId: string, notificationId: string): Promise<void> {
  await tx.execute(sql`
    select from notifications where company_id = ${companyId} and id = ${notificationId} for no key update`)
}
