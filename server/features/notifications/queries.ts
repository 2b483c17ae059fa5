import { catalogueTitle } from '#server/features/products/queries.ts'
import { sql } from 'drizzle-orm'
import type { TemplateKind, TemplateText } from '#contract/message-templates.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companyAtRunTime } from '#server/platform/db/prepared.ts'

/** Which messages a company wants, the addresses for its own alerts, and its templates. */
export type NotificationPreferences = {
  companyName: string
  alertPhone: string | null
  alertEmail: string | null
  ownerSms: boolean
  lowStockAlerts: boolean
  failedJobAlerts: boolean
  customerSms: boolean
  customerEmail: boolean
  /** The company's own templates. */
  templates: readonly (TemplateKind & TemplateText)[]
}

export async function readPreferences(tx: Tx, companyId: string): Promise<NotificationPreferences> {
  const { rows } = await tx.execute<NotificationPreferences>(sql`
    select c.name as "companyName", coalesce(s.alert_phone, c.phone) as "alertPhone",
      coalesce(s.alert_email, c.email) as "alertEmail", s.owner_sms as "ownerSms",
      s.low_stock_alerts as "lowStockAlerts", s.failed_job_alerts as "failedJobAlerts",
      s.customer_sms as "customerSms", s.customer_email as "customerEmail",
      coalesce((
        select json_agg(json_build_object('audience', t.audience, 'type', t.type, 'method', t.method,
          'subject', t.subject, 'body', t.body))
        from notification_templates t where t.company_id = ${companyId}
      ), '[]') as templates
    from companies c join company_settings s on s.company_id = c.id where c.id = ${companyId}`)
  const [preferences] = rows
  if (!preferences) throw new Error('Every company has its settings')
  return preferences
}

/** Destination countries of the orders (ISO codes). */
export async function readCountries(
  tx: Tx,
  companyId: string,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (orderIds.length === 0) return new Map()
  const { rows } = await tx.execute<{ orderId: string; country: string }>(sql`
    select o.id as "orderId", a.country from orders o
    join customer_addresses a on a.company_id = o.company_id and a.id = o.shipping_address_id
    where o.company_id = ${companyAtRunTime(companyId)} and o.id = any(${sql.param([...orderIds])}::uuid[])
      and a.country is not null`)
  return new Map(rows.map(({ orderId, country }) => [orderId, country]))
}

/** The shop's number of an order, and a line per item that was bought. */
export type OrderTexts = { shopNumber: string; items: readonly { quantity: number; title: string }[] }

export async function readOrderTexts(
  tx: Tx,
  companyId: string,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, OrderTexts>> {
  if (orderIds.length === 0) return new Map()
  const { rows } = await tx.execute<OrderTexts & { orderId: string }>(sql`
    select o.id as "orderId", coalesce(o.external_number, o.external_order_id) as "shopNumber", (
      select coalesce(json_agg(json_build_object('quantity', i.quantity, 'title',
        coalesce(i.title, ${catalogueTitle(sql`i.company_id`, sql`i.sku_id`)}, i.sku)) order by i.position), '[]')
      from order_items i where i.company_id = o.company_id and i.order_id = o.id
    ) as items
    from orders o where o.company_id = ${companyAtRunTime(companyId)} and o.id = any(${sql.param([...orderIds])}::uuid[])`)
  return new Map(rows.map(({ orderId, ...texts }) => [orderId, texts]))
}

/** Minimum pause between two texts about new orders; orders placed meanwhile are combined in the next one. */
const pauseSeconds = 60

/** When the next text about new orders may be sent to the company. */
export async function findNextOwnerTextTime(tx: Tx, companyId: string, now: Date): Promise<Date> {
  const since = new Date(now.getTime() - 2 * pauseSeconds * 1000)
  const { rows } = await tx.execute<{ next: string | null }>(sql`
    select max(
      case when n.attempted_at is null then n.due_at else n.attempted_at + ${pauseSeconds} * interval '1 second' end
    )::text as next
    from notifications n
    where n.company_id = ${companyId} and n.created_at > ${since.toISOString()}::timestamptz
      and n.audience = 'owner' and n.event_key like 'order_placed:%' and n.status in ('pending', 'sent')`)
  const next = rows[0]?.next ? new Date(rows[0].next) : now
  return next > now ? next : now
}
