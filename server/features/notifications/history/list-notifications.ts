import type { NotificationFilter, NotificationRow } from '#contract/notifications.ts'
import type { Page, PageQuery } from '#contract/paging.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { notificationRowOf } from './notification-row-of.ts'
import { listKept } from './queries/history.ts'

export async function listNotifications(
  ctx: CompanyContext,
  query: PageQuery & NotificationFilter,
): Promise<Page<NotificationRow>> {
  const page = await ctx.read((tx) => listKept(tx, ctx.companyId, query))
  return { ...page, rows: page.rows.map((kept) => notificationRowOf(ctx, kept)) }
}
