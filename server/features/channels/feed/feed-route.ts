import { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type FeedFormat, feedFormats } from '#contract/channel-values.ts'
import { AppError } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import { feedKeyScopes } from '#contract/roles.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { authorizeKey, bearerToken, getKeyHolderOrThrow, keyContext } from '#server/platform/http/api-key-auth.ts'
import type { App, KeyHolder } from '#server/platform/http/app.ts'
import { websiteSection } from '#server/platform/http/endpoints.ts'
import { matchesEtag, weakEtag } from '#server/platform/http/fixed-reply.ts'
import { ChannelConfig } from '../channel-config.ts'
import { recordFeedRefusal } from '../channel-queries.ts'
import {
  type CatalogOffer,
  findFeedChannel,
  type OfferingChannel,
  readOffers,
  readOffersFingerprint,
} from '../offer-queries.ts'
import { type FeedHeader, formats } from './feed-formats.ts'

/** PostgreSQL cannot compare every string that a URL may contain (for instance NUL). */
const Address = z.strictObject({
  slug: z
    .string()
    .max(100)
    .regex(/^[a-z0-9-]+$/),
})

const Query = z.strictObject({ key: z.string().min(1).max(300).optional() })

const kinds: Record<FeedFormat, string> = {
  json: 'JSON',
  csv: 'CSV',
  xml: 'the merchant RSS that Meta and Google read',
}

const describe = (format: FeedFormat) => ({
  summary: `The products that a channel offers, with price and sellable quantity, as ${kinds[format]}`,
  description:
    'Send a key with the inventory.read permission as `Authorization: Bearer <key>`. Where a program can send only an address, ' +
    'append `?key=` with the channel’s feed key; a key that does more than read inventory is refused there. ' +
    'Send the response’s ETag back as If-None-Match to get a 304 while nothing has changed.',
  tags: [websiteSection],
  params: Address,
  querystring: Query,
})

/**
 * Merchant centers can be configured with a URL only, so a key that reads inventory only may be a query parameter here, and nowhere else.
 */
export function feedRoute(app: App): void {
  for (const format of feedFormats) {
    app.http.route({
      method: ['GET', 'HEAD'],
      url: `/api/feed/:slug.${format}`,
      schema: describe(format),
      config: { caller: { access: 'a key with the inventory.read permission', scheme: 'key' } },
      onRequest: [authorizeKey(app, 'inventory.read', keySource), (request) => assertFeedKeyInAddress(app, request)],
      handler: (request, reply) => sendFeed(app, request, reply, format),
    })
  }
}

/** Other query parameters are validated after the key. */
const keyInAddress = ({ query }: FastifyRequest): string | null => Query.loose().safeParse(query).data?.key ?? null

const keySource = {
  keyOf: (request: FastifyRequest) => keyInAddress(request) ?? bearerToken(request),
  refusalOf: (request: FastifyRequest) => (keyInAddress(request) === null ? missingKey : invalidAddress),
}

const missingKey = say(
  'Send a valid key: Authorization: Bearer <key>, or ?key= with the channel’s feed key at the end of the address',
)

const invalidAddress = say(
  'The key in this feed address is not valid or has expired. In Lockstep, open the channel and copy its product feed URL again.',
)

const broadKey = say(
  'The key in this feed address can do more than read inventory, so the address is refused. In Lockstep, open the channel and copy its product feed URL with the feed key. Programs can send this key in the header Authorization: Bearer <key>.',
)

/** Addresses are stored and logged by everyone they pass, so a key in one may read inventory and nothing else. */
async function assertFeedKeyInAddress(app: App, request: FastifyRequest): Promise<void> {
  const holder = getKeyHolderOrThrow(request)
  const isFeedKey = holder.scopes.every((scope) => feedKeyScopes.includes(scope))
  if (isFeedKey || keyInAddress(request) === null) return
  const { slug } = request.params as { slug: string }
  await recordRefusal(keyContext(app, request, holder), holder, slug)
  throw new AppError('forbidden', broadKey)
}

/** So that the seller sees at the channel why a merchant center no longer gets the feed: addresses from before feed keys carry the API key. */
async function recordRefusal(ctx: CompanyContext, { channelId: ofKey }: KeyHolder, slug: string): Promise<void> {
  const { companyId } = ctx
  if (!Address.safeParse({ slug }).success) return
  await ctx.transaction(async (tx) => {
    const channelId = await recordFeedRefusal(tx, companyId, { channelId: ofKey, slug, now: ctx.clock.now() })
    if (channelId === null) return
    ctx.log.warn({ companyId, channelId }, 'refused a feed address: its key does more than read inventory')
    await ctx.notifyBrowsers(tx, 'channels')
  })
}

async function sendFeed(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  format: FeedFormat,
): Promise<FastifyReply> {
  const holder = getKeyHolderOrThrow(request)
  const { slug } = Address.parse(request.params)
  const { etag, contentType, content } = await readFeed(keyContext(app, request, holder), { slug, format }, holder)
  void reply.header('etag', etag).header('cache-control', 'private, no-cache').type(contentType)
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  if (request.method === 'HEAD') return reply.send()
  return reply.send(Readable.from(content(), { objectMode: false }))
}

const batchSize = 1_000

type Feed = { etag: string; contentType: string; content: () => AsyncIterable<string> }

/** A feed with its ETag. Changes made while it is being streamed lead to another ETag next time. */
async function readFeed(
  ctx: CompanyContext,
  { slug, format }: { slug: string; format: FeedFormat },
  holder: KeyHolder,
): Promise<Feed> {
  const { header, channel, fingerprint } = await ctx.transaction(async (tx) => {
    const found = await findFeedChannel(tx, ctx.companyId, slug)
    if (!found || (holder.channelId !== null && holder.channelId !== found.id)) throw noSuchFeed()
    const config = ChannelConfig.parse(found.config)
    const header: FeedHeader = { name: found.name, currency: found.currency, shopUrl: originOf(config.productUrl) }
    const channel = { id: found.id, safetyBuffer: found.safetyBuffer, config }
    if (format === 'xml' && config.productUrl === null) throw needsLinks()
    return { header, channel, fingerprint: await readOffersFingerprint(tx, ctx.companyId, channel) }
  })
  const { contentType, write } = formats[format]
  const settings = [header.name, channel.safetyBuffer, channel.config.offersAllSkus, channel.config.productUrl]
  return {
    etag: weakEtag(JSON.stringify([layout, format, channel.id, ...settings, fingerprint])),
    contentType,
    content: () => write(header, visibleOffers(ctx, channel)),
  }
}

/** Increase this when the output of a format changes, so that cached feeds are not answered with 304. */
const layout = 1

const noSuchFeed = () => new AppError('not_found', say('This key has no feed at this address.'))

const needsLinks = () =>
  new AppError('conflict', say('Merchant feeds need a link for each item. Set the channel’s product link first.'))

const originOf = (productUrl: string | null): string | null => {
  const url = productUrl?.replaceAll('{sku}', 'sku') ?? ''
  return URL.canParse(url) ? new URL(url).origin : null
}

const beforeAll = '00000000-0000-0000-0000-000000000000'

/**
 * Sorted by id, which is also the physical order. Prefetches the next batch while the reader consumes this one; a slow
 * reader holds no connection.
 */
async function* visibleOffers(ctx: CompanyContext, channel: OfferingChannel) {
  let next: Promise<CatalogOffer[]> | null = readAfter(ctx, channel, beforeAll)
  while (next) {
    const offers: CatalogOffer[] = await next
    const last = offers.at(-1)
    next = last && offers.length === batchSize ? readAfter(ctx, channel, last.skuId) : null
    // A reader that disconnects never awaits the prefetched batch.
    next?.catch(() => {})
    yield offers.filter(({ isVisible }) => isVisible)
  }
}

function readAfter(ctx: CompanyContext, channel: OfferingChannel, skuId: string): Promise<CatalogOffer[]> {
  const page = sql`select id from skus
    where company_id = ${ctx.companyId} and is_active and id > ${skuId} order by id limit ${batchSize}`
  return ctx.transaction((tx) => readOffers(tx, ctx.companyId, channel, page))
}
