import { createHash } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import type { ChannelKind } from '#server/platform/ports.ts'
import type { ChannelConnection, Offer } from '#server/ports/channel.ts'
import { ChannelConfig, isShop, toChannelKind } from '../channel-config.ts'
import { type ChannelRecord, getChannelOrThrow } from '../channel-queries.ts'
import { openConnection } from '../connection.ts'
import { type ChannelOffer, readOffers, withItems } from '../offer-queries.ts'
import {
  listDueChanges,
  listForeignPriced,
  listObstacles,
  type OfferChange,
  readSentOffers,
  type SentOffer,
  type SkuObstacle,
} from './queries.ts'

/** Offers sent in one call. */
export type OfferBatch = {
  kind: ChannelKind | null
  /** Whether the channel refused our credentials last time. */
  wasRefused: boolean
  connection: ChannelConnection
  changes: OfferChange[]
  /** Current offers that differ from what the channel last received. */
  changedOffers: ChannelOffer[]
  /** SKUs that a shop does not sell: nothing is sent for them. */
  notListed: string[]
  /** SKUs for which a shop can't take a quantity, and why. */
  obstacles: SkuObstacle[]
}

const maxChanges = 500

/** Null when nothing is due. */
export function readOfferBatch(ctx: CompanyContext, channelId: string): Promise<OfferBatch | null> {
  const { companyId } = ctx
  return ctx.transaction(async (tx) => {
    const onChannel = { companyId, channelId }
    const changes = await listDueChanges(tx, onChannel, maxChanges)
    if (changes.length === 0) return null
    const skuIds = changes.map(({ skuId }) => skuId)
    const channel = await getChannelOrThrow(tx, companyId, channelId)
    const kind = toChannelKind(channel)
    const offering = { ...channel, config: ChannelConfig.parse(channel.config) }
    const current = await readOffers(tx, companyId, offering, skusNamed(skuIds))
    const offers = (await withItems(tx, onChannel, current)).map(withoutHidden)
    const sent = await readSentOffers(tx, onChannel, skuIds)
    const listed = isShop(channel.type) ? offers.filter(({ items }) => items.length > 0) : offers
    const unlisted = offers.filter((offer) => !listed.includes(offer)).map(({ skuId }) => skuId)
    const obstacles = await listObstacles(tx, onChannel, unlisted)
    const sellsByItself = kind !== null && ctx.ports.channels[kind].readsOrdersBeforePush === true
    return {
      kind,
      wasRefused: channel.accessError !== null,
      connection: await openConnection(tx, ctx, channelId),
      changes,
      changedOffers: (await withAllowedPrices(tx, channel, listed)).filter((offer) =>
        hasChanged(offer, sent.get(offer.skuId), sellsByItself),
      ),
      notListed: unlisted.filter((skuId) => !obstacles.some((obstacle) => obstacle.skuId === skuId)),
      obstacles,
    }
  })
}

const skusNamed = (skuIds: readonly string[]): SQL => sql`select id from unnest(${sql.param(skuIds)}::uuid[]) as id`

/** A hidden SKU has nothing to sell. */
const withoutHidden = (offer: ChannelOffer): ChannelOffer => (offer.isVisible ? offer : { ...offer, sellable: 0 })

/** Leaves out prices that are not to be sent, and those in another currency than the shop's. */
async function withAllowedPrices(tx: Tx, channel: ChannelRecord, offers: ChannelOffer[]): Promise<ChannelOffer[]> {
  const [first] = offers
  if (!first) return offers
  const foreign = isPriced(channel, first.currency)
    ? await listForeignPriced(tx, { companyId: channel.companyId, channelId: channel.id }, offers, first.currency)
    : null
  return offers.map((offer) =>
    foreign === null || foreign.has(offer.skuId) ? { ...offer, price: null, compareAtPrice: null } : offer,
  )
}

/**
 * A program of the seller's own and a catalog at Meta get every price. A shop sets its prices itself, so it gets ours only by choice, and
 * only if they are in its currency.
 */
export function isPriced(
  { type, config, adapterState }: Pick<ChannelRecord, 'type' | 'config' | 'adapterState'>,
  currency: string,
): boolean {
  const { platform, sendsPrices } = ChannelConfig.parse(config)
  if (!isShop(type) && platform === 'standard') return true
  const shopCurrency = (adapterState as { currency?: unknown } | null)?.currency
  return sendsPrices && (typeof shopCurrency !== 'string' || shopCurrency === currency)
}

/** Stands for a SKU that the channel no longer offers. */
const withdrawn = 'gone'

/** Equal hashes mean equal offers. What the channel shows is no part of the offer. */
export function offerHash({ items, ...offer }: Offer): string {
  const text = JSON.stringify({ ...offer, items: items.map(({ externalId }) => externalId) })
  return offer.isVisible ? createHash('sha256').update(text).digest('base64url').slice(0, 22) : withdrawn
}

/**
 * Whether the offer differs from what the channel last received. A SKU that was never offered there need not be withdrawn. A shop that
 * takes units off as it sells no longer has what it received, so it gets every change.
 */
function hasChanged(offer: Offer, sent: SentOffer | undefined, sellsByItself: boolean): boolean {
  if (sent?.status === 'failed') return true
  const known = sent?.sentOffer ?? null
  if (!offer.isVisible && known === null) return false
  return sellsByItself || known !== offerHash(offer)
}
