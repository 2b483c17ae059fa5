/*
 * Receives orders from channels by webhook: verify the signature over the raw bytes, store the delivery (deduplicated by
 * what was signed: the delivery id, or the body's hash), trigger the intake job, answer 202. Parsing happens later, in
 * orders/intake. Answers: 202 stored, 200 duplicate, greeting or expired, 401 wrong signature, 404 unknown channel.
 * Refused and expired deliveries are stored apart and never processed. An expired one is answered 200, because
 * WooCommerce switches a webhook off after five failures, and may send an old order that nobody changed.
 * Before the body is read: the channel must exist, look-ups being limited (`platform/http/handle-gate.ts`), and for a long body its
 * company must be active and the delivery must carry a signature.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Counter } from 'prom-client'
import { z } from 'zod'
import { AppError } from '#contract/errors.ts'
import { Id } from '#contract/fields.ts'
import { asMessage, say } from '#contract/i18n.ts'
import { sampleOrderEvent } from '#contract/public-api-manual.ts'
import { assertReconciled } from '#server/platform/restore-gate.ts'
import { type CompanyContext, companyContext } from '#server/platform/context.ts'
import type { App } from '#server/platform/http/app.ts'
import { originOf, websiteSection } from '#server/platform/http/endpoints.ts'
import { HttpError } from '#server/platform/http/errors.ts'
import { acceptRawBodies, rawBodyOf } from '#server/platform/http/files.ts'
import type { RawDelivery } from '#server/ports/channel.ts'
import { findCompanyOfChannel } from './queries.ts'
import { answerHandshake, refusalWithoutBody, receiveDelivery, type RefusedReceipt } from './receive-delivery.ts'
import { storeRefusedDelivery } from './store-delivery.ts'

const path = '/api/webhooks/:channelId'

/**
 * Signed deliveries are stored even if they are too large to process, because a rejected request would leave no trace.
 */
const maxDeliveryBytes = 8 * 1_048_576

/**
 * Longer bodies, and those that do not tell their length, are read only after a look at the channel. Shorter ones cost less than
 * that look, and the beginning of an unsigned delivery helps people who search for missing orders.
 */
const maxBytesUnchecked = 64 * 1024

const ByChannel = z.object({ channelId: Id })

const optionalHeader = (meaning: string) => z.string().optional().describe(meaning)

const headersSchema = z.looseObject({
  'webhook-id': optionalHeader('Your ID for this delivery. Retries with the same ID are imported only once.'),
  'webhook-timestamp': optionalHeader('When it was sent, in seconds since 1970; no more than 5 minutes off.'),
  'webhook-signature': optionalHeader(
    'v1, and the HMAC-SHA256 of "<webhook-id>.<webhook-timestamp>.<body>" in base64, with the channel’s webhook secret: the ' +
      'Standard Webhooks convention, for which there are libraries in most languages.',
  ),
  'x-wc-webhook-signature': optionalHeader(
    'Used instead if the channel’s platform is WooCommerce, which sends it automatically.',
  ),
  'x-shopify-hmac-sha256': optionalHeader('Used instead for Shopify, which sends it automatically.'),
  'x-hub-signature-256': optionalHeader('Used instead for Meta, which sends it automatically.'),
})

const bodySchema = z.unknown().meta({
  description:
    'order.created, order.updated or order.cancelled; data is the body of POST /api/v1/orders, but a cancellation ' +
    'needs only externalOrderId. WooCommerce, Shopify and Meta send their own formats. At most 1 MiB.',
  examples: [sampleOrderEvent],
})

const receivedSchema = z.object({ received: z.literal(true) })

const refusedSchema = z.object({ title: z.string(), status: z.int(), detail: z.string() })

/** OpenAPI description for developers of websites. */
const deliverySchema = {
  summary: 'Send an order, in the format and with the signature of the channel’s platform',
  tags: [websiteSection],
  params: ByChannel,
  headers: headersSchema,
  body: bodySchema,
  response: {
    202: receivedSchema.describe('Stored, and imported within moments, even after a restart.'),
    200: receivedSchema.describe(
      'Nothing was done: the delivery is a duplicate or a platform’s test, or is about a WooCommerce or ' +
        'Shopify order that last changed over a month ago.',
    ),
    401: refusedSchema.describe(
      'Not signed by this channel, its timestamp is too old, or it names another account. Its content was ignored.',
    ),
    404: refusedSchema.describe('There is no channel at this address, or its company is inactive.'),
    413: refusedSchema.describe('The body is larger than 1 MiB.'),
    429: refusedSchema.describe('Too many wrong signatures from your address: wait for the seconds in Retry-After.'),
    503: refusedSchema.describe('Not stored: send it again after the seconds in Retry-After.'),
  },
}

const deliveryOptions = {
  schema: deliverySchema,
  config: { caller: { access: 'the signature of the channel', scheme: 'signature' } },
  bodyLimit: maxDeliveryBytes,
  // The signature covers the bytes as sent.
  decompress: false,
} as const

const handshakeOptions = { schema: { hide: true, params: ByChannel } }

type Channel = { Params: { channelId: string } }

type WebhookRequest = FastifyRequest<Channel>

export const deliveriesReceived = new Counter({
  name: 'lockstep_deliveries_received_total',
  help: 'Webhook deliveries by kind of channel and outcome: stored, repeated, refused (signature), expired or greeting',
  labelNames: ['kind', 'outcome'] as const,
})

/** Receives webhooks from channels. Has its own Fastify scope, because bodies are read as raw bytes here. */
export function webhookRoute(app: App): void {
  const channels = createChannelLookup(app)

  const refuse = async (ctx: CompanyContext, refused: RefusedReceipt, sent: RefusedRequest): Promise<never> => {
    const { kind, outcome, reason, signature } = refused
    const { channelId, request, reply, body } = sent
    deliveriesReceived.inc({ kind, outcome })
    await app.http.countRefusal(request, reply)
    ctx.log.warn({ companyId: ctx.companyId, channelId, kind, reason }, 'refused a delivery')
    await storeRefusedDelivery(ctx, { channelId, body, reason, signature })
    throw new HttpError(401, asMessage(reason))
  }

  /** Everything that can be refused without the body. */
  const checkBeforeBody = async (request: WebhookRequest, reply: FastifyReply): Promise<void> => {
    const { channelId } = request.params
    const { isLong, length } = bodyLengthOf(request)
    // Node reads and discards the body of a refused request, to keep the connection. Closing it ends the transfer.
    if (isLong) void reply.header('connection', 'close')
    const ctx = await channels.contextOf(request, reply)
    assertReconciled(ctx)
    if (!isLong) return
    const sent = { headers: headersOf(request), length }
    const refused = await channels.forgetIfGone(channelId, refusalWithoutBody(ctx, channelId, sent))
    if (refused) await refuse(ctx, refused, { channelId, request, reply, body: Buffer.alloc(0) })
    void reply.removeHeader('connection')
  }

  void app.http.register(async (scope) => {
    acceptRawBodies(scope)
    scope.post<Channel>(path, { ...deliveryOptions, onRequest: checkBeforeBody }, async (request, reply) => {
      const ctx = await channels.contextOf(request, reply)
      const { channelId } = request.params
      const delivery = { headers: headersOf(request), body: rawBodyOf(request.body) }
      const receipt = await channels.forgetIfGone(channelId, receiveDelivery(ctx, channelId, delivery))
      if (receipt.outcome === 'refused') return refuse(ctx, receipt, { channelId, request, reply, body: delivery.body })
      const { kind, outcome } = receipt
      deliveriesReceived.inc({ kind, outcome })
      if (receipt.outcome === 'expired') {
        const { reason, signature } = receipt
        ctx.log.warn({ companyId: ctx.companyId, channelId, kind, reason }, 'refused a delivery')
        await storeRefusedDelivery(ctx, { channelId, body: delivery.body, reason, signature })
      }
      return reply.code(outcome === 'stored' ? 202 : 200).send({ received: true })
    })
    scope.get<Channel>(path, handshakeOptions, async (request, reply) => {
      const ctx = await channels.contextOf(request, reply)
      const answer = await answerHandshake(ctx, request.params.channelId, request.query)
      switch (answer.kind) {
        case 'agreed':
          return reply.type('text/plain; charset=utf-8').send(answer.challenge)
        case 'refused':
          await app.http.countRefusal(request, reply)
          throw new AppError('forbidden', say('The token is not this channel’s verify token.'))
        case 'not supported':
          void reply.header('allow', 'POST')
          throw new HttpError(405, say('Send orders to this address with POST.'))
      }
    })
  })
}

type RefusedRequest = { channelId: string; request: WebhookRequest; reply: FastifyReply; body: Buffer }

/** `length` is null for a chunked body, which has none until it is read. */
function bodyLengthOf({ headers }: WebhookRequest): { isLong: boolean; length: number | null } {
  if (headers['transfer-encoding'] !== undefined) return { isLong: true, length: null }
  const length = Number(headers['content-length'] ?? 0)
  return { isLong: length > maxBytesUnchecked, length }
}

function headersOf(request: WebhookRequest): RawDelivery['headers'] {
  const entries = Object.entries(request.raw.headers)
  return Object.fromEntries(entries.map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]))
}

const maxCached = 10_000

/** The company of a channel never changes, so it is cached. Unknown channels count against the same limit as wrong signatures. */
function createChannelLookup(app: App) {
  const { deps, lookUpHandle } = app
  const cache = new Map<string, string>()

  const companyOf = async (request: WebhookRequest, reply: FastifyReply): Promise<string | null> => {
    const { channelId } = request.params
    if (!ByChannel.safeParse(request.params).success) return null
    const find = () => deps.db.onPlatform((tx) => findCompanyOfChannel(tx, channelId))
    const companyId = cache.get(channelId) ?? (await lookUpHandle(request, reply, channelId, find))
    if (companyId) addToCache(cache, channelId, companyId)
    return companyId
  }

  return {
    async contextOf(request: WebhookRequest, reply: FastifyReply): Promise<CompanyContext> {
      const { channelId } = request.params
      const companyId = await companyOf(request, reply)
      if (!companyId) throw new AppError('not_found', say('There is no channel at this address.'))
      const actor = { type: 'webhook', name: 'Webhook', channelId } as const
      return companyContext(
        deps,
        { actor, origin: originOf(request), log: request.log as App['deps']['log'] },
        companyId,
      )
    },
    /** After a 404 (its company was deactivated) the channel is looked up, and limited, like an unknown one. */
    async forgetIfGone<T>(channelId: string, work: Promise<T>): Promise<T> {
      return work.catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'not_found') cache.delete(channelId)
        throw error
      })
    },
  }
}

function addToCache(cache: Map<string, string>, channelId: string, companyId: string): void {
  const [oldest] = cache.size < maxCached || cache.has(channelId) ? [] : cache.keys()
  if (oldest) cache.delete(oldest)
  cache.set(channelId, companyId)
}
