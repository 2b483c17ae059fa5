import type { OrderRow } from '#contract/orders.ts'
import type { Page } from '#contract/paging.ts'
import { getChannelOrThrow } from '#server/features/channels/queries/channels.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { listOrderRows, type OrderQuery } from './queries/order-list.ts'

export async function listOrders(ctx: CompanyContext, query: OrderQuery): Promise<Page<OrderRow>> {
  return ctx.read(async (tx) => {
    const [page] = await Promise.all([
      listOrderRows(tx, ctx.companyId, query),
      query.channelId && getChannelOrThrow(tx, ctx.companyId, query.channelId),
    ])
    return page
  })
}
