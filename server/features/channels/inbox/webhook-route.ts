import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { companyContext, type CompanyContext } from '#server/platform/context.ts'
import type { App } from '#server/platform/http/app.ts'
import { rawBodyOf, takeRawBodies } from '#server/platform/http/raw-body.ts'
import { HttpRefusal } from '#server/platform/http/refusal.ts'
import { originOf } from '#server/platform/http/register.ts'
import { refuseUnreconciled } from '#server/platform/restored/refuse-unreconciled.ts'
import type { RawDelivery } from '#server/ports/channel.ts'
import { answerHandshake } from './answer-handshake.ts'
import { createCompanyOfChannel } from './company-of-channel.ts'
import { ByChannel, deliverySchema } from './delivery-schema.ts'
import { keepRefused } from './keep-refused.ts'
import { deliveriesReceived } from './metrics.ts'
import { receiveDelivery } from './receive-delivery.ts'

const path = '/api/webhooks/:channelId'

/** What a shop has signed is kept whole, however odd: it waits with its reason, where what is turned away here is gone. */
const longestDelivery = 8 * 1_048_576

const delivering = {
  schema: deliverySchema,
  config: { caller: { access: 'the signature of the channel', scheme: 'signature' } },
  bodyLimit: longestDelivery,
  // What is signed are the bytes that came.
  decompress: false,
} as const

const shakingHands = { schema: { hide: true, params: ByChannel } }

type Channel = { Params: { channelId: string } }
type Asked = FastifyRequest<Channel>

/** Where channels send their orders. In a scope of its own, since its bodies are bytes. */
export function webhookRoute(app: App): void {
  const contextOf = createContextOf(app)
  void app.http.register(async (scope) => {
    takeRawBodies(scope)
    scope.post<Channel>(path, delivering, async (request, reply) => {
      const ctx = await contextOf(request, reply)
      refuseUnreconciled(ctx)
      const { channelId } = request.params
      const delivery = deliveryOf(request)
      const receipt = await receiveDelivery(ctx, channelId, delivery)
      const { kind, outcome } = receipt
      deliveriesReceived.inc({ kind, outcome })
      if (outcome !== 'refused') return reply.code(outcome === 'stored' ? 202 : 200).send({ received: true })
      await app.http.countRefusal(request, reply)
      const { reason, signature } = receipt
      ctx.log.warn({ companyId: ctx.companyId, channelId, kind, reason }, 'refused a delivery')
      await keepRefused(ctx, { channelId, body: delivery.body, reason, signature })
      throw new HttpRefusal(401, reason)
    })
    scope.get<Channel>(path, shakingHands, async (request, reply) => {
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
          throw new HttpRefusal(405, 'Send orders to this address with POST.')
      }
    })
  })
}

/** As whom a channel speaks. Whoever guesses at addresses counts like one who guesses at signatures. */
function createContextOf(app: App) {
  const companyOf = createCompanyOfChannel(app.deps.db)
  return async (request: Asked, reply: FastifyReply): Promise<CompanyContext> => {
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

function deliveryOf(request: Asked): Pick<RawDelivery, 'headers' | 'body'> {
  const entries = Object.entries(request.raw.headers)
  const headers = Object.fromEntries(entries.map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]))
  return { headers, body: rawBodyOf(request.body) }
}
