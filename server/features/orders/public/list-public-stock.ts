import { z } from 'zod'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { Page } from '#contract/paging.ts'
import type { publicApi, PublicStock } from '#contract/public-api.ts'
import { ChannelConfig } from '#server/features/channels/config.ts'
import { getChannelOrThrow } from '#server/features/channels/queries/channels.ts'
import { countActiveSkus } from '#server/features/products/queries/tallies.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { KeyHolder } from '#server/platform/http/app.ts'
import { decodeCursor, toPage } from '#server/platform/paging.ts'
import { listSellable } from '../queries/public-stock.ts'

const BySku = z.tuple([z.string()])

export async function listPublicStock(
  ctx: CompanyContext,
  { sku, cursor, limit }: ParsedInputOf<typeof publicApi.inventory>,
  { channelId }: KeyHolder,
): Promise<Page<PublicStock>> {
  const [after] = decodeCursor(cursor, BySku) ?? []
  return ctx.read(async (tx) => {
    const channel = channelId === null ? null : await getChannelOrThrow(tx, ctx.companyId, channelId)
    const offering = channel && { ...channel, config: ChannelConfig.parse(channel.config) }
    const rows = await listSellable(tx, ctx.companyId, offering, { sku, after, limit: limit + 1 })
    const total = sku === undefined ? await countActiveSkus(tx) : rows.length
    return toPage(rows, limit, total, (row) => [row.sku])
  })
}
