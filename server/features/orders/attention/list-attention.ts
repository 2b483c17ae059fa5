import type { AttentionRow } from '#contract/attention.ts'
import type { Page, PageQuery } from '#contract/paging.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { listOpenAttention } from '../queries/attention-list.ts'

export const listAttention = (
  ctx: CompanyContext,
  query: PageQuery & { channelId?: string | undefined },
): Promise<Page<AttentionRow>> => ctx.transaction((tx) => listOpenAttention(tx, ctx.companyId, query))
