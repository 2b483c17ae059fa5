import type { SentMessage } from '#contract/channel-deliveries.ts'
import type { Page, PageQuery } from '#contract/paging.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { getChannelOrThrow } from '../queries/channels.ts'
import { listMessages } from './queries/sent-list.ts'

type SentQuery = PageQuery & { channelId: string }

export async function listSent(ctx: CompanyContext, { channelId, ...query }: SentQuery): Promise<Page<SentMessage>> {
  const { companyId } = ctx
  return ctx.read(async (tx) => {
    await getChannelOrThrow(tx, companyId, channelId)
    return listMessages(tx, { companyId, channelId }, query)
  })
}
