import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { insertRows } from '#server/platform/db/rows.ts'
import { notifications } from '#server/platform/db/schema/notifications.ts'
import { newId } from '#server/platform/ids.ts'
import { buildNotification, sentBeforeRestore } from '../notification-row.ts'
import { readPreferences } from '../queries.ts'
import { toRecipient } from '../recipients.ts'
import { chooseTemplate, fillSubjectAndBody } from '../templates/fill-template.ts'
import { type Alert, type AlertType, listDueAlerts, listNewAlerts, lockAlerts, recordAlerted } from './queries.ts'

/** Job `notifications.gather-alerts`. Sends the company one mail per type of alert. */
export async function createAlertDigests(ctx: CompanyContext): Promise<{ told: number }> {
  return ctx.transaction(async (tx) => {
    await lockAlerts(tx, ctx.companyId)
    let count = 0
    for (const type of await listDueAlerts(tx, ctx.companyId, ctx.clock.now()))
      count += await createDigest(tx, ctx, type)
    return { told: count }
  })
}

async function createDigest(tx: Tx, ctx: CompanyContext, type: AlertType): Promise<number> {
  const { companyId } = ctx
  const now = ctx.clock.now()
  const alerts = await listNewAlerts(tx, companyId, type, now)
  const preferences = await readPreferences(tx, companyId)
  const kind = { audience: 'owner', type, method: 'email' } as const
  const values = {
    companyName: preferences.companyName,
    count: countText(type, alerts.length),
    items: itemsText(alerts),
  }
  const row = buildNotification(ctx, {
    ...kind,
    recipient: toRecipient('email', preferences.alertEmail ?? '', null),
    eventKey: `digest:${newId()}`,
    words: fillSubjectAndBody(chooseTemplate(preferences, kind), values),
    facts: null,
    obstacle: sentBeforeRestore(ctx, newestAlert(alerts)),
  })
  await insertRows(tx, notifications, [row])
  await recordAlerted(tx, { companyId, type, notificationId: row.id, alerts, at: now })
  ctx.triggerWorker(tx, 'notifications.send')
  return alerts.length
}

const newestAlert = (alerts: readonly Alert[]): Date =>
  new Date(Math.max(...alerts.map(({ since }) => Date.parse(since))))

const nouns: Record<AlertType, readonly [one: string, many: string]> = {
  stock_alert: ['SKU', 'SKUs'],
  job_failed: ['job', 'jobs'],
}

const countText = (type: AlertType, count: number) => `${count} ${nouns[type][count === 1 ? 0 : 1]}`

/** The rest is only counted. */
const maxNamed = 100

function itemsText(alerts: readonly Alert[]): string {
  const named = alerts.slice(0, maxNamed).map(({ line }) => line)
  const rest = alerts.length - named.length
  return [...named, ...(rest > 0 ? [`… and ${rest} more`] : [])].join('\n')
}
