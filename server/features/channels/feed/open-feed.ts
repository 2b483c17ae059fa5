import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { FeedFormat } from '#contract/channel-values.ts'
import { AppError } from '#contract/errors.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { KeyHolder } from '#server/platform/http/app.ts'
import { ChannelConfig } from '../config.ts'
import { findFeedChannel, readOffersFingerprint } from '../queries/feed.ts'
import { readOffers, type OfferingChannel, type ChannelOffer } from '../queries/offers.ts'
import { formats } from './feed-formats.ts'
import type { FeedHeader } from './feed-parts.ts'

const batchSize = 1_000

export type Feed = { etag: string; contentType: string; content: () => AsyncIterable<string> }

/** The feed as it stands now. What changes while it is read makes the next one another. */
export async function readFeed(
  ctx: CompanyContext,
  { slug, format }: { slug: string; format: FeedFormat },
  holder: KeyHolder,
): Promise<Feed> {
  const { frame, channel, fingerprint } = await ctx.transaction(async (tx) => {
    const found = await findFeedChannel(tx, ctx.companyId, slug)
    if (!found || (holder.channelId !== null && holder.channelId !== found.id)) throw noSuchFeed()
    const config = ChannelConfig.parse(found.config)
    const frame: FeedHeader = { name: found.name, currency: found.currency, shopUrl: originOf(config.productUrl) }
    const channel = { id: found.id, safetyBuffer: found.safetyBuffer, config }
    if (format === 'xml' && config.productUrl === null) throw needsLinks()
    return { frame, channel, fingerprint: await readOffersFingerprint(tx, ctx.companyId, channel) }
  })
  const { contentType, write } = formats[format]
  const settings = [frame.name, channel.safetyBuffer, channel.config.offersAllSkus, channel.config.productUrl]
  return {
    etag: etagOf([layout, format, channel.id, ...settings, fingerprint]),
    contentType,
    content: () => write(frame, visibleOffers(ctx, channel)),
  }
}

/** To be raised when a format comes to look different, so that what readers keep is not taken for the same. */
const layout = 1

const noSuchFeed = () => new AppError('not_found', 'This key has no feed at this address.')
const needsLinks = () =>
  new AppError('conflict', 'Merchant feeds need a link for each item. Set the channel’s product link first.')

/** Weak, because the answer may travel compressed. */
const etagOf = (parts: unknown[]) =>
  `W/"${createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 27)}"`

const originOf = (productUrl: string | null): string | null => {
  const url = productUrl?.replaceAll('{sku}', 'sku') ?? ''
  return URL.canParse(url) ? new URL(url).origin : null
}

const beforeAll = '00000000-0000-0000-0000-000000000000'

/**
 * In the order of their making, in which they stand beside each other. The next batch is read while the reader takes this
 * one; a slow reader holds no connection.
 */
async function* visibleOffers(ctx: CompanyContext, channel: OfferingChannel) {
  let next: Promise<ChannelOffer[]> | null = readAfter(ctx, channel, beforeAll)
  while (next) {
    const offers: ChannelOffer[] = await next
    const last = offers.at(-1)
    next = last && offers.length === batchSize ? readAfter(ctx, channel, last.skuId) : null
    // Whoever stops reading never asks for it.
    next?.catch(() => {})
    yield offers.filter(({ isVisible }) => isVisible)
  }
}

function readAfter(ctx: CompanyContext, channel: OfferingChannel, skuId: string): Promise<ChannelOffer[]> {
  const page = sql`select id from skus
    where company_id = ${ctx.companyId} and is_active and id > ${skuId} order by id limit ${batchSize}`
  return ctx.transaction((tx) => readOffers(tx, ctx.companyId, channel, page))
}
