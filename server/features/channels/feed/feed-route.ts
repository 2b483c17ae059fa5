import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { feedFormats, type FeedFormat } from '#contract/channel-values.ts'
import type { App } from '#server/platform/http/app.ts'
import { websiteSection } from '#server/platform/http/endpoints.ts'
import { bearerToken, keyContext, authorizeKey, getKeyHolderOrThrow } from '#server/platform/http/api-key-auth.ts'
import { readFeed } from './open-feed.ts'

/** Of what else there may be in an address, PostgreSQL can't even compare all. */
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
    'Send the channel’s key as `Authorization: Bearer <key>`, or as `?key=` where a program can send only an address. ' +
    'The ETag of the answer, sent back as If-None-Match, is answered 304 while nothing has changed.',
  tags: [websiteSection],
  params: Address,
  querystring: Query,
})

/** Merchant centres can be told nothing but an address, so here, and only here, the key may stand in it. */
export function feedRoute(app: App): void {
  for (const format of feedFormats) {
    app.http.route({
      method: ['GET', 'HEAD'],
      url: `/api/feed/:slug.${format}`,
      schema: describe(format),
      config: { caller: { access: 'a key that opens inventory.read', scheme: 'key' } },
      onRequest: authorizeKey(app, 'inventory.read', (request) => keyInAddress(request) ?? bearerToken(request)),
      handler: (request, reply) => sendFeed(app, request, reply, format),
    })
  }
}

/** What else stands in the address is judged after the key. */
const keyInAddress = ({ query }: FastifyRequest): string | null => Query.loose().safeParse(query).data?.key ?? null

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
  if (isHeld(request.headers['if-none-match'], etag)) return reply.code(304).send()
  if (request.method === 'HEAD') return reply.send()
  return reply.send(Readable.from(content(), { objectMode: false }))
}

/** Whether the reader has what this tag stands for; weak and strong tags count alike (RFC 9110, 13.1.2). */
function isHeld(header: string | undefined, etag: string): boolean {
  const bare = (tag: string) => tag.trim().replace(/^W\//, '')
  return header !== undefined && (header.trim() === '*' || header.split(',').some((tag) => bare(tag) === bare(etag)))
}
