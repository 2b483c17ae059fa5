import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { insertRows } from '#server/platform/db/insert-rows.ts'
import { notifications } from '#server/platform/db/schema/notifications.ts'
import { newId } from '#server/platform/id.ts'
import { notificationRow } from '../notification-row.ts'
import { readWishes } from '../queries/wishes.ts'
import { recipientOf } from '../recipients/recipient.ts'
import { fillWords, templateOf } from '../templates/words-of.ts'
import { wasToldBefore } from '../told-before.ts'
import { mostNamed, type AlertType, type Trouble } from './alert-types.ts'
import { listDueAlerts } from './queries/due-alerts.ts'
import { listUntold, lockAlerts, markTold } from './queries/told.ts'

/** Tells the company's people of what troubles it, in one mail of each kind. */
export async function gatherAlerts(ctx: CompanyContext): Promise<{ told: number }> {
  return ctx.transaction(async (tx) => {
    await lockAlerts(tx, ctx.companyId)
    let told = 0
    for (const type of await listDueAlerts(tx, ctx.companyId, ctx.clock.now())) told += await tell(tx, ctx, type)
    return { told }
  })
}

async function tell(tx: Tx, ctx: CompanyContext, type: AlertType): Promise<number> {
  const { companyId } = ctx
  const now = ctx.clock.now()
  const troubles = await listUntold(tx, companyId, type, now)
  const wishes = await readWishes(tx, companyId)
  const kind = { audience: 'owner', type, method: 'email' } as const
  const values = { companyName: wishes.companyName, count: countOf(type, troubles.length), items: itemsOf(troubles) }
  const row = notificationRow(ctx, {
    ...kind,
    recipient: recipientOf('email', wishes.alertEmail ?? '', null),
    eventKey: `digest:${newId()}`,
    words: fillWords(templateOf(wishes, kind), values),
    facts: null,
    obstacle: wasToldBefore(ctx, newestOf(troubles)),
  })
  await insertRows(tx, notifications, [row])
  await markTold(tx, { companyId, type, notificationId: row.id, troubles, at: now })
  ctx.wake(tx, 'notifications.send')
  return troubles.length
}

const newestOf = (troubles: readonly Trouble[]): Date =>
  new Date(Math.max(...troubles.map(({ since }) => Date.parse(since))))

const nouns: Record<AlertType, readonly [one: string, many: string]> = {
  stock_alert: ['SKU', 'SKUs'],
  job_failed: ['job', 'jobs'],
}

const countOf = (type: AlertType, count: number) => `${count} ${nouns[type][count === 1 ? 0 : 1]}`

function itemsOf(troubles: readonly Trouble[]): string {
  const named = troubles.slice(0, mostNamed).map(({ line }) => line)
  const rest = troubles.length - named.length
  return [...named, ...(rest > 0 ? [`… and ${rest} more`] : [])].join('\n')
}
