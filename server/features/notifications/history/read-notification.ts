import type { NotificationDetail } from '#contract/notifications.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { openText } from '../sealed-text.ts'
import { noteView, seesPersonalData } from './note-view.ts'
import { notificationRowOf } from './notification-row-of.ts'
import { getKeptOrThrow } from './queries/history.ts'

type Input = { notificationId: string }

export async function readNotification(ctx: CompanyContext, { notificationId }: Input): Promise<NotificationDetail> {
  return ctx.transaction(async (tx) => {
    const kept = await getKeptOrThrow(tx, ctx.companyId, notificationId)
    await noteView(tx, ctx, kept)
    const row = notificationRowOf(ctx, kept)
    return {
      ...row,
      recipient: seesPersonalData(ctx) ? openText(ctx, kept.id, 'recipient', kept.recipient) : row.recipient,
      message: openText(ctx, kept.id, 'message', kept.message),
    }
  })
}
