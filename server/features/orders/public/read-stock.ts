import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { Page } from '#contract/paging.ts'
import type { publicApi, PublicStock } from '#contract/public-api.ts'
import { ChannelConfig } from '#server/features/channels/channel-config.ts'
import { getChannelOrThrow } from '#server/features/channels/channel-queries.ts'
import { isOfferedOn, type OfferingChannel, offerJoins, sellableOn } from '#server/features/channels/offer-queries.ts'
import { sellableUnits } from '#server/features/inventory/sellable.ts'
import { stockJoins } from '#server/features/inventory/stock-queries.ts'
import { countActiveSkus } from '#server/features/products/queries.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import type { KeyHolder } from '#server/platform/http/app.ts'
import { decodeCursor, toPage } from '#server/platform/paging.ts'

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

/** A page of SKUs after `after`, or the single `sku`. */
type SkuSpan = { sku: string | undefined; after: string | undefined; limit: number }

/** Sellable units of active SKUs on a channel, or of the whole company. */
async function listSellable(
  tx: Tx,
  companyId: string,
  channel: OfferingChannel | null,
  span: SkuSpan,
): Promise<PublicStock[]> {
  const { joins, sellable } = channel ? onChannel(companyId, channel) : inCompany
  const { rows } = await tx.execute<PublicStock>(sql`
    with page as (
      select s.id, s.sku from skus s where s.company_id = ${companyId} and s.is_active and ${isInSpan(span)}
      order by s.sku limit ${span.limit}
    )
    select s.sku, ${sellable} as sellable from page
    join skus s on s.company_id = ${companyId} and s.id = page.id
    ${joins}
    order by page.sku`)
  return rows
}

const inCompany = { joins: stockJoins, sellable: sellableUnits(sql`l`) }

const onChannel = (companyId: string, channel: OfferingChannel) => ({
  joins: offerJoins(companyId, channel),
  sellable: sql`case when ${isOfferedOn(channel)} then ${sellableOn(channel)} else 0 end`,
})

function isInSpan({ sku, after }: SkuSpan): SQL {
  const isSku = sku === undefined ? sql`true` : sql`s.sku = ${sku}`
  return after === undefined ? isSku : sql`${isSku} and s.sku > ${after}`
}
