import { sql } from 'drizzle-orm'
import type { TemplateKind, TemplateText } from '#contract/message-templates.ts'
import type { Tx } from '#server/platform/db/client.ts'

/** Which messages a company wants to be sent, to whom of its own people, and in which words. */
export type NotificationPreferences = {
  companyName: string
  alertPhone: string | null
  alertEmail: string | null
  ownerSms: boolean
  lowStockAlerts: boolean
  failedJobAlerts: boolean
  customerSms: boolean
  customerEmail: boolean
  /** Where it has words of its own. */
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
