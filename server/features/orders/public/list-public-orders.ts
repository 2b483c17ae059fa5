import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { Page } from '#contract/paging.ts'
import type { publicApi, PublicOrder } from '#contract/public-api.ts'
import { getChannelOrThrow } from '#server/features/channels/queries/channels.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { KeyHolder } from '#server/platform/http/app.ts'
import { resolveKeyChannel } from '#server/platform/http/api-key-auth.ts'
import { listPublicOrderRows } from '../queries/public-orders.ts'

export async function listPublicOrders(
  ctx: CompanyContext,
  query: ParsedInputOf<typeof publicApi.orders>,
  holder: KeyHolder,
): Promise<Page<PublicOrder>> {
  const channelId = resolveKeyChannel(holder, query.channelId)
  return ctx.read(async (tx) => {
    if (channelId) await getChannelOrThrow(tx, ctx.companyId, channelId)
    return listPublicOrderRows(tx, { companyId: ctx.companyId, channelId }, query)
  })
}
