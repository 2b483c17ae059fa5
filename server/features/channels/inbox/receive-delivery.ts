import { createHash, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { ChannelKind, CompanyContext } from '#server/platform/context.ts'
import type { RawDelivery } from '#server/ports/channel.ts'
import { toChannelKind } from '../channel-config.ts'
import { noSuchChannel } from '../channel-queries.ts'
import { decryptSecret } from '../secrets.ts'
import { findReceivingChannel, type ReceivingChannel } from './queries.ts'
import { storeDelivery } from './store-delivery.ts'

/** What became of a delivery at the door; of one that is refused, why it is not the channel's. */
export type Receipt = { kind: ChannelKind } & (
  | { outcome: 'stored' | 'repeated' | 'greeting' }
  | { outcome: 'refused'; reason: string; signature: string | null }
)

/** Verifies and stores a delivery; what it says is looked at later, by `orders.take-in`. */
export async function receiveDelivery(
  ctx: CompanyContext,
  channelId: string,
  delivery: Pick<RawDelivery, 'headers' | 'body'>,
): Promise<Receipt> {
  return ctx.transaction(async (tx) => {
    const channel = await findReceivingChannel(tx, ctx.companyId, channelId)
    const kind = channel && toChannelKind(channel)
    if (!kind) throw noSuchChannel()
    const raw = { ...delivery, receivedAt: ctx.clock.now() }
    const verdict = ctx.ports.channels[kind].verify(raw, { secrets: validSecrets(ctx, channel) })
    if (!verdict.isGenuine) {
      const { reason, signature, isGreeting } = verdict
      return isGreeting ? { kind, outcome: 'greeting' } : { kind, outcome: 'refused', reason, signature }
    }
    const { deliveryId, signature } = verdict
    const content = { headers: storableHeaders(delivery.headers), body: delivery.body }
    const id = await storeDelivery(tx, ctx, { channelId, source: 'webhook', deliveryId, signature, content })
    if (id && channel.isActive) ctx.triggerWorker(tx, 'orders.take-in')
    return { kind, outcome: id ? 'stored' : 'repeated' }
  })
}

/** Nothing that lets somebody in anywhere, and nothing of the way it took. */
const droppedHeaders = /^(authorization|cookie|forwarded|proxy-.*|x-forwarded-.*|x-real-ip)$/

const storableHeaders = (headers: RawDelivery['headers']): RawDelivery['headers'] =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !droppedHeaders.test(name)))

/** How Meta makes sure that whoever subscribes an address may read there: the token is the channel's webhook secret. */
const Handshake = z.object({
  'hub.mode': z.literal('subscribe'),
  'hub.verify_token': z.string().max(500),
  'hub.challenge': z.string().regex(/^[\w.~-]{1,200}$/),
})

export type HandshakeAnswer = { kind: 'agreed'; challenge: string } | { kind: 'refused' } | { kind: 'never asked' }

/** Channels other than Meta's ask nothing before they send. */
export async function answerHandshake(
  ctx: CompanyContext,
  channelId: string,
  question: unknown,
): Promise<HandshakeAnswer> {
  const channel = await ctx.transaction((tx) => findReceivingChannel(tx, ctx.companyId, channelId))
  if (!channel) throw noSuchChannel()
  if (channel.type !== 'meta_shops') return { kind: 'never asked' }
  const asked = Handshake.safeParse(question)
  if (!asked.success) return { kind: 'refused' }
  const { 'hub.verify_token': token, 'hub.challenge': challenge } = asked.data
  const isKnown = validSecrets(ctx, channel).map((secret) => isSameSecret(token, secret))
  return isKnown.includes(true) ? { kind: 'agreed', challenge } : { kind: 'refused' }
}

/** With which the channel may sign now: its secret and, while both sides change over, the one before. */
export function validSecrets(
  ctx: Pick<CompanyContext, 'companyId' | 'vault' | 'clock'>,
  channel: Omit<ReceivingChannel, 'type' | 'config' | 'isActive'>,
): string[] {
  const { id, webhookSecret, previousWebhookSecret: previous, previousWebhookSecretExpiresAt: until } = channel
  const isPreviousGood = until !== null && until > ctx.clock.now()
  return [
    ...(webhookSecret ? [decryptSecret(ctx, 'webhook_secret', id, webhookSecret)] : []),
    ...(previous && isPreviousGood ? [decryptSecret(ctx, 'previous_webhook_secret', id, previous)] : []),
  ]
}

/** Takes as long for a wrong secret as for the right one, whatever its length: two digests are compared. */
export const isSameSecret = (given: string, wanted: string): boolean => timingSafeEqual(digest(given), digest(wanted))

const digest = (text: string) => createHash('sha256').update(text).digest()
