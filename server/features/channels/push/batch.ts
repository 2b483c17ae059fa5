import { sql, type SQL } from 'drizzle-orm'
import type { ChannelKind, CompanyContext } from '#server/platform/context.ts'
import type { Connection } from '#server/ports/channel.ts'
import { ChannelConfig, kindOf } from '../config.ts'
import { openConnection } from '../connection.ts'
import { getChannelOrThrow } from '../queries/channels.ts'
import { readOffers, type StandingOffer } from '../queries/offers.ts'
import { isNews } from './is-news.ts'
import { listDueChanges, type OfferChange } from './queries/due-offers.ts'
import { readToldOffers } from './queries/told-offers.ts'

/** What a channel is told in one call. */
export type Batch = {
  kind: ChannelKind | null
  /** Whether the channel has refused us before. */
  wasRefused: boolean
  connection: Connection
  changes: OfferChange[]
  /** How those of them stand now of which the channel does not know it yet. */
  news: StandingOffer[]
}

const mostChanges = 500

/** Null when nothing is due. */
export function readBatch(ctx: CompanyContext, channelId: string): Promise<Batch | null> {
  const { companyId } = ctx
  return ctx.transaction(async (tx) => {
    const onChannel = { companyId, channelId }
    const changes = await listDueChanges(tx, onChannel, mostChanges)
    if (changes.length === 0) return null
    const skuIds = changes.map(({ skuId }) => skuId)
    const channel = await getChannelOrThrow(tx, companyId, channelId)
    const offering = { ...channel, config: ChannelConfig.parse(channel.config) }
    const offers = (await readOffers(tx, companyId, offering, skusNamed(skuIds))).map(withoutHidden)
    const told = await readToldOffers(tx, onChannel, skuIds)
    return {
      kind: kindOf(channel),
      wasRefused: channel.accessError !== null,
      connection: await openConnection(tx, ctx, channelId),
      changes,
      news: offers.filter((offer) => isNews(offer, told.get(offer.skuId))),
    }
  })
}

const skusNamed = (skuIds: readonly string[]): SQL => sql`select id from unnest(${sql.param(skuIds)}::uuid[]) as id`

/** What is not offered has nothing to sell. */
const withoutHidden = (offer: StandingOffer): StandingOffer => (offer.isVisible ? offer : { ...offer, sellable: 0 })
