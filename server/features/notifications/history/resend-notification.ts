import { AppError } from '#contract/errors.ts'
import type { NotificationRow } from '#contract/notifications.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { insertRows } from '#server/platform/db/insert-rows.ts'
import { notifications } from '#server/platform/db/schema/notifications.ts'
import { newId } from '#server/platform/id.ts'
import { readFacts } from '../message-facts.ts'
import { notificationRow } from '../notification-row.ts'
import { openText } from '../sealed-text.ts'
import { notificationRowOf } from './notification-row-of.ts'
import { getKeptOrThrow, type KeptMessage } from './queries/history.ts'
import { lockMessage } from './queries/lock-message.ts'
import { resendObstacleOf } from './resend-obstacle.ts'

type Input = { notificationId: string }

/** A message of its own, in the same words to the same recipient. */
export async function resendNotification(ctx: CompanyContext, { notificationId }: Input): Promise<NotificationRow> {
  const { companyId } = ctx
  return ctx.transaction(async (tx) => {
    await lockMessage(tx, companyId, notificationId)
    const kept = await getKeptOrThrow(tx, companyId, notificationId)
    const obstacle = resendObstacleOf(kept)
    if (obstacle !== null) throw new AppError('conflict', obstacle)
    const row = repeat(ctx, kept)
    await insertRows(tx, notifications, [row])
    await recordAudit(tx, ctx, {
      action: 'notification.resend',
      resource: 'notification',
      resourceId: notificationId,
      companyId,
      after: { resentAs: row.id },
    })
    await ctx.announce(tx, 'notifications')
    ctx.wake(tx, 'notifications.send')
    return notificationRowOf(ctx, await getKeptOrThrow(tx, companyId, row.id))
  })
}

function repeat(ctx: CompanyContext, kept: KeptMessage) {
  const { id, type, audience, method, orderId, customerId, isTest } = kept
  const open = (column: 'recipient' | 'subject' | 'message') => openText(ctx, id, column, kept[column])
  return notificationRow(ctx, {
    type,
    audience,
    method,
    recipient: { text: open('recipient') ?? '', obstacle: null },
    eventKey: `${isTest ? 'test' : 'resend'}:${newId()}`,
    words: { subject: open('subject'), body: open('message') ?? '' },
    facts: readFacts(kept.templateData),
    orderId,
    customerId,
    resendOf: id,
  })
}
