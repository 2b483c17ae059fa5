import { z } from 'zod'
import type { ChannelRow } from '#contract/channels.ts'
import type { Page, PageQuery } from '#contract/paging.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { decodeCursor, toPage } from '#server/platform/paging.ts'
import { toChannelRow } from './channel-row.ts'
import { readChannelActivity } from './queries/channel-news.ts'
import { countChannels, listChannelRecords } from './queries/channels.ts'

const BySlug = z.tuple([z.string()])

export async function listChannels(ctx: CompanyContext, query: PageQuery): Promise<Page<ChannelRow>> {
  const [after] = decodeCursor(query.cursor, BySlug) ?? []
  return ctx.read(async (tx) => {
    const found = await listChannelRecords(tx, ctx.companyId, { after, limit: query.limit + 1 })
    const page = toPage(found, query.limit, await countChannels(tx, ctx.companyId), ({ slug }) => [slug])
    const activities = await readChannelActivity(
      tx,
      ctx.companyId,
      page.rows.map(({ id }) => id),
    )
    return { ...page, rows: page.rows.map((channel) => toChannelRow(ctx, channel, activities.get(channel.id))) }
  })
}
