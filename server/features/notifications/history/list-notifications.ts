import type { NotificationFilter, NotificationRow } from '#contract/notifications.ts'
import type { Page, PageQuery } from '#contract/paging.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { toNotificationRow } from './notification-row-of.ts'
import { listStoredMessages } from './queries/history.ts'

export async function listNotifications(
  ctx: CompanyContext,
  query: PageQuery & NotificationFilter,
): Promise<Page<NotificationRow>> {
  const page = await ctx.read((tx) => listStoredMessages(tx, ctx.companyId, query))
  return { ...page, rows: page.rows.map((stored) => toNotificationRow(ctx, stored)) }
}
