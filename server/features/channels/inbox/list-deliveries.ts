import type { Delivery } from '#contract/channel-deliveries.ts'
import type { IntakeState } from '#contract/channel-values.ts'
import type { Page, PageQuery } from '#contract/paging.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { getChannelOrThrow } from '../queries/channels.ts'
import { listDeliveriesOf } from './queries/deliveries.ts'

export async function listDeliveries(
  ctx: CompanyContext,
  query: PageQuery & { channelId: string; state?: IntakeState | undefined },
): Promise<Page<Delivery>> {
  return ctx.read(async (tx) => {
    await getChannelOrThrow(tx, ctx.companyId, query.channelId)
    return listDeliveriesOf(tx, ctx.companyId, query)
  })
}
