import { z } from 'zod'
import type { ChannelListing, channelListingsApi } from '#contract/channel-listings.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { Page } from '#contract/paging.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { decodeCursor, toPage } from '#server/platform/paging.ts'
import { getChannelOrThrow } from '../queries/channels.ts'
import { listChannelListings } from '../queries/listings.ts'

const BySku = z.tuple([z.string()])

export async function listListings(
  ctx: CompanyContext,
  { channelId, limit, cursor, ...query }: ParsedInputOf<typeof channelListingsApi.list>,
): Promise<Page<ChannelListing>> {
  const [after] = decodeCursor(cursor, BySku) ?? []
  return ctx.read(async (tx) => {
    const channel = await getChannelOrThrow(tx, ctx.companyId, channelId)
    const { rows, total } = await listChannelListings(tx, channel, query, { after, limit: limit + 1 })
    return toPage(rows, limit, total, ({ sku }) => [sku])
  })
}
