import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { companyContext, type CompanyContext } from '#server/platform/context.ts'
import type { App } from '#server/platform/http/app.ts'
import { rawBodyOf, acceptRawBodies } from '#server/platform/http/files.ts'
import { HttpError } from '#server/platform/http/errors.ts'
import { originOf } from '#server/platform/http/endpoints.ts'
import { assertReconciled } from '#server/platform/assert-reconciled.ts'
import type { RawDelivery } from '#server/ports/channel.ts'
import { answerHandshake } from './answer-handshake.ts'
import { createCompanyLookup } from './company-of-channel.ts'
import { ByChannel, deliverySchema } from './delivery-schema.ts'
import { storeRefusedDelivery } from './keep-refused.ts'
import { deliveriesReceived } from './metrics.ts'
import { receiveDelivery } from './receive-delivery.ts'

const path = '/api/webhooks/:channelId'

/** What a shop has signed is kept whole, however odd: it waits with its reason, where what is turned away here is gone. */
const maxDeliveryBytes = 8 * 1_048_576

const deliveryOptions = {
  schema: deliverySchema,
  config: { caller: { access: 'the signature of the channel', scheme: 'signature' } },
  bodyLimit: maxDeliveryBytes,
  // What is signed are the bytes that came.
  decompress: false,
} as const

const handshakeOptions = { schema: { hide: true, params: ByChannel } }

type Channel = { Params: { channelId: string } }
type WebhookRequest = FastifyRequest<Channel>

/** Where channels send their orders. In a scope of its own, since its bodies are bytes. */
export function webhookRoute(app: App): void {
  const contextOf = createContextOf(app)
  void app.http.register(async (scope) => {
    acceptRawBodies(scope)
    scope.post<Channel>(path, deliveryOptions, async (request, reply) => {
      const ctx = await contextOf(request, reply)
      assertReconciled(ctx)
      const { channelId } = request.params
      const delivery = deliveryOf(request)
      const receipt = await receiveDelivery(ctx, channelId, delivery)
      const { kind, outcome } = receipt
      deliveriesReceived.inc({ kind, outcome })
      if (outcome !== 'refused') return reply.code(outcome === 'stored' ? 202 : 200).send({ received: true })
      await app.http.countRefusal(request, reply)
      const { reason, signature } = receipt
      ctx.log.warn({ companyId: ctx.companyId, channelId, kind, reason }, 'refused a delivery')
      await storeRefusedDelivery(ctx, { channelId, body: delivery.body, reason, signature })
      throw new HttpError(401, reason)
    })
    scope.get<Channel>(path, handshakeOptions, async (request, reply) => {
      const ctx = await contextOf(request, reply)
      const answer = await answerHandshake(ctx, request.params.channelId, request.query)
      switch (answer.kind) {
        case 'agreed':
          return reply.type('text/plain; charset=utf-8').send(answer.challenge)
        case 'refused':
          await app.http.countRefusal(request, reply)
          throw new AppError('forbidden', 'The token is not the webhook secret of this channel.')
        case 'never asked':
          void reply.header('allow', 'POST')
          throw new HttpError(405, 'Send orders to this address with POST.')
      }
    })
  })
}

/** As whom a channel speaks. Whoever guesses at addresses counts like one who guesses at signatures. */
function createContextOf(app: App) {
  const companyOf = createCompanyLookup(app.deps.db)
  return async (request: WebhookRequest, reply: FastifyReply): Promise<CompanyContext> => {
    const { channelId } = request.params
    const companyId = await companyOf(channelId)
    if (!companyId) {
      await app.http.countRefusal(request, reply)
      throw new AppError('not_found', 'There is no channel at this address.')
    }
    const actor = { type: 'webhook', name: 'Webhook', channelId } as const
    return companyContext(
      app.deps,
      { actor, origin: originOf(request), log: request.log as App['deps']['log'] },
      companyId,
    )
  }
}

function deliveryOf(request: WebhookRequest): Pick<RawDelivery, 'headers' | 'body'> {
  const entries = Object.entries(request.raw.headers)
  const headers = Object.fromEntries(entries.map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]))
  return { headers, body: rawBodyOf(request.body) }
}
