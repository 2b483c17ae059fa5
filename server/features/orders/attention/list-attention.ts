import type { AttentionRow } from '#contract/attention.ts'
import type { Page, PageQuery } from '#contract/paging.ts'
import { getChannelOrThrow } from '#server/features/channels/queries/channels.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { listOpenAttention } from '../queries/attention-list.ts'

export async function listAttention(
  ctx: CompanyContext,
  query: PageQuery & { channelId?: string | undefined },
): Promise<Page<AttentionRow>> {
  return ctx.read(async (tx) => {
    if (query.channelId) await getChannelOrThrow(tx, ctx.companyId, query.channelId)
    return listOpenAttention(tx, ctx.companyId, query)
  })
}
