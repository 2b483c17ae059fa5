import { sql, type SQL } from 'drizzle-orm'
import type { ChannelKind, CompanyContext } from '#server/platform/context.ts'
import type { ChannelConnection } from '#server/ports/channel.ts'
import { ChannelConfig, toChannelKind } from '../config.ts'
import { openConnection } from '../connection.ts'
import { getChannelOrThrow } from '../queries/channels.ts'
import { readOffers, type ChannelOffer } from '../queries/offers.ts'
import { hasChanged } from './is-news.ts'
import { listDueChanges, type OfferChange } from './queries/due-offers.ts'
import { readSentOffers } from './queries/told-offers.ts'

/** What a channel is told in one call. */
export type OfferBatch = {
  kind: ChannelKind | null
  /** Whether the channel has refused us before. */
  wasRefused: boolean
  connection: ChannelConnection
  changes: OfferChange[]
  /** How those of them stand now of which the channel does not know it yet. */
  changedOffers: ChannelOffer[]
}

const mostChanges = 500

/** Null when nothing is due. */
export function readOfferBatch(ctx: CompanyContext, channelId: string): Promise<OfferBatch | null> {
  const { companyId } = ctx
  return ctx.transaction(async (tx) => {
    const onChannel = { companyId, channelId }
    const changes = await listDueChanges(tx, onChannel, mostChanges)
    if (changes.length === 0) return null
    const skuIds = changes.map(({ skuId }) => skuId)
    const channel = await getChannelOrThrow(tx, companyId, channelId)
    const offering = { ...channel, config: ChannelConfig.parse(channel.config) }
    const offers = (await readOffers(tx, companyId, offering, skusNamed(skuIds))).map(withoutHidden)
    const sent = await readSentOffers(tx, onChannel, skuIds)
    return {
      kind: toChannelKind(channel),
      wasRefused: channel.accessError !== null,
      connection: await openConnection(tx, ctx, channelId),
      changes,
      changedOffers: offers.filter((offer) => hasChanged(offer, sent.get(offer.skuId))),
    }
  })
}

const skusNamed = (skuIds: readonly string[]): SQL => sql`select id from unnest(${sql.param(skuIds)}::uuid[]) as id`

/** What is not offered has nothing to sell. */
const withoutHidden = (offer: ChannelOffer): ChannelOffer => (offer.isVisible ? offer : { ...offer, sellable: 0 })
