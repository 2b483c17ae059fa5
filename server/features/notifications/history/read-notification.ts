import type { NotificationDetail } from '#contract/notifications.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { decryptText } from '../sealed-text.ts'
import { recordView, seesPersonalData } from './note-view.ts'
import { toNotificationRow } from './notification-row-of.ts'
import { getStoredMessageOrThrow } from './queries/history.ts'

type NotificationKey = { notificationId: string }

export async function readNotification(
  ctx: CompanyContext,
  { notificationId }: NotificationKey,
): Promise<NotificationDetail> {
  return ctx.transaction(async (tx) => {
    const stored = await getStoredMessageOrThrow(tx, ctx.companyId, notificationId)
    await recordView(tx, ctx, stored)
    const row = toNotificationRow(ctx, stored)
    return {
      ...row,
      recipient: seesPersonalData(ctx) ? decryptText(ctx, stored.id, 'recipient', stored.recipient) : row.recipient,
      message: decryptText(ctx, stored.id, 'message', stored.message),
    }
  })
}
