import type { OrderRow } from '#contract/orders.ts'
import type { Page } from '#contract/paging.ts'
import { getChannelOrThrow } from '#server/features/channels/queries/channels.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { listOrderRows, type OrderQuery } from './queries/order-list.ts'

export async function listOrders(ctx: CompanyContext, query: OrderQuery): Promise<Page<OrderRow>> {
  return ctx.transaction(async (tx) => {
    if (query.channelId) await getChannelOrThrow(tx, ctx.companyId, query.channelId)
    return listOrderRows(tx, ctx.companyId, query)
  })
}
