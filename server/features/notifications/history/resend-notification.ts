import { AppError } from '#contract/errors.ts'
import type { NotificationRow } from '#contract/notifications.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { insertRows } from '#server/platform/db/rows.ts'
import { notifications } from '#server/platform/db/schema/notifications.ts'
import { newId } from '#server/platform/ids.ts'
import { assertTestLimit } from '../quota/test-limit.ts'
import { parseFacts, buildNotification, decryptText } from '../notification-row.ts'
import { toNotificationRow, findResendObstacle } from './history.ts'
import { getStoredMessageOrThrow, type StoredMessage, lockMessage } from './queries.ts'

type ResendInput = { notificationId: string }

/** Stores a new message with the same text and recipient. */
export async function resendNotification(
  ctx: CompanyContext,
  { notificationId }: ResendInput,
): Promise<NotificationRow> {
  const { companyId } = ctx
  return ctx.transaction(async (tx) => {
    await lockMessage(tx, companyId, notificationId)
    const stored = await getStoredMessageOrThrow(tx, companyId, notificationId)
    const obstacle = findResendObstacle(stored)
    if (obstacle !== null) throw new AppError('conflict', obstacle)
    if (stored.isTest) await assertTestLimit(tx, ctx, stored.method)
    const row = buildResend(ctx, stored)
    await insertRows(tx, notifications, [row])
    await recordAudit(tx, ctx, {
      action: 'notification.resend',
      resource: 'notification',
      resourceId: notificationId,
      companyId,
      after: { resentAs: row.id },
    })
    await ctx.publishChange(tx, 'notifications')
    ctx.triggerWorker(tx, 'notifications.send')
    return toNotificationRow(ctx, await getStoredMessageOrThrow(tx, companyId, row.id))
  })
}

function buildResend(ctx: CompanyContext, stored: StoredMessage) {
  const { id, type, audience, method, orderId, customerId, isTest } = stored
  const decrypt = (column: 'recipient' | 'subject' | 'message') => decryptText(ctx, id, column, stored[column])
  return buildNotification(ctx, {
    type,
    audience,
    method,
    recipient: { text: decrypt('recipient') ?? '', obstacle: null },
    eventKey: `${isTest ? 'test' : 'resend'}:${newId()}`,
    words: { subject: decrypt('subject'), body: decrypt('message') ?? '' },
    facts: parseFacts(stored.templateData),
    orderId,
    customerId,
    resendOf: id,
  })
}
