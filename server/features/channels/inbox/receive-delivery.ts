import { createHash, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { CompanyContext } from '#server/platform/context.ts'
import type { ChannelKind } from '#server/platform/ports.ts'
import type { RawDelivery } from '#server/ports/channel.ts'
import { ChannelConfig, toChannelKind } from '../channel-config.ts'
import { noSuchChannel } from '../channel-queries.ts'
import { decryptSecret } from '../secrets.ts'
import { findReceivingChannel, type ReceivingChannel, recordHeard } from './queries.ts'
import { deliveryRetentionDays, storeDelivery } from './store-delivery.ts'

/**
 * Result of receiving a delivery. A refused one, and an expired one (signed by the channel, but too old to be told from
 * a replay), has the reason.
 */
type Receipt = { kind: ChannelKind } & (
  | { outcome: 'stored' | 'repeated' | 'greeting' }
  | { outcome: 'refused'; reason: string; signature: string | null }
  | { outcome: 'expired'; reason: string; signature: string | null }
)

export type RefusedReceipt = Extract<Receipt, { outcome: 'refused' }>

/** A delivery whose body is not read yet; `length` is null while it is unknown. */
type UnreadDelivery = Pick<RawDelivery, 'headers'> & { length: number | null }

/**
 * What is refused without reading the body: a channel without an adapter or of an inactive company (404), and a delivery without
 * a signature. Null means that the body must be read to decide.
 */
export async function refusalWithoutBody(
  ctx: CompanyContext,
  channelId: string,
  { headers, length }: UnreadDelivery,
): Promise<RefusedReceipt | null> {
  const channel = await ctx.read((tx) => findReceivingChannel(tx, ctx.companyId, channelId))
  const kind = channel && toChannelKind(channel)
  if (!kind) throw noSuchChannel()
  const adapter = ctx.ports.channels[kind]
  // A greeting is unsigned, and short.
  if (adapter.sendsGreeting && length === null) return null
  const unread = { headers, body: Buffer.alloc(0), receivedAt: ctx.clock.now() }
  const verdict = adapter.verify(unread, { secrets: [] })
  if (verdict.isGenuine || verdict.signature !== null) return null
  return { kind, outcome: 'refused', reason: verdict.reason, signature: null }
}

/** Verifies and stores a delivery. Job `orders.take-in` parses and processes it later. */
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
    const accountId = channel.accountId ?? ChannelConfig.parse(channel.config).commerceAccountId
    const verdict = ctx.ports.channels[kind].verify(raw, { secrets: validSecrets(ctx, channel), accountId })
    if (!verdict.isGenuine) {
      const { reason, signature, isGreeting } = verdict
      return isGreeting ? { kind, outcome: 'greeting' } : { kind, outcome: 'refused', reason, signature }
    }
    const { deliveryId, signature, changedAt = null } = verdict
    if (isExpired(changedAt, raw.receivedAt)) return { kind, outcome: 'expired', reason: expiredReason, signature }
    const content = { headers: storableHeaders(delivery.headers), body: delivery.body }
    const id = await storeDelivery(tx, ctx, { channelId, source: 'webhook', deliveryId, signature, content })
    if (id && channel.isActive) ctx.triggerWorker(tx, 'orders.take-in')
    if (isDueToRecord(channel.lastHeardAt, raw.receivedAt))
      await recordHeard(tx, ctx.companyId, channelId, raw.receivedAt)
    return { kind, outcome: id ? 'stored' : 'repeated' }
  })
}

/** Once a minute is enough to notice silence, and keeps the channel's row out of the way of a burst. */
const isDueToRecord = (lastHeardAt: Date | null, now: Date): boolean =>
  lastHeardAt === null || now.getTime() - lastHeardAt.getTime() >= 60_000

const dayMs = 24 * 3_600_000

/**
 * A day less than deliveries are kept, because a channel's clock may be ahead by a day (`eventTime`): whatever may have
 * been deleted here is older than this.
 */
const maxAgeDays = deliveryRetentionDays - 1

const expiredReason = `The order last changed more than ${maxAgeDays} days ago. A delivery this old could be a replay.`

const isExpired = (changedAt: Date | null, receivedAt: Date): boolean =>
  changedAt !== null && receivedAt.getTime() - changedAt.getTime() > maxAgeDays * dayMs

/** Credentials and headers that proxies added are not stored. */
const droppedHeaders = /^(authorization|cookie|forwarded|proxy-.*|x-forwarded-.*|x-real-ip)$/

const storableHeaders = (headers: RawDelivery['headers']): RawDelivery['headers'] =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !droppedHeaders.test(name)))

/** Meta's verification request when a webhook is subscribed. The verify token is the channel's webhook secret. */
const Handshake = z.object({
  'hub.mode': z.literal('subscribe'),
  'hub.verify_token': z.string().max(500),
  'hub.challenge': z.string().regex(/^[\w.~-]{1,200}$/),
})

type HandshakeAnswer = { kind: 'agreed'; challenge: string } | { kind: 'refused' } | { kind: 'not supported' }

/** Only Meta sends a verification request. */
export async function answerHandshake(
  ctx: CompanyContext,
  channelId: string,
  query: unknown,
): Promise<HandshakeAnswer> {
  const channel = await ctx.transaction((tx) => findReceivingChannel(tx, ctx.companyId, channelId))
  if (!channel) throw noSuchChannel()
  if (channel.type !== 'meta_shops') return { kind: 'not supported' }
  const parsed = Handshake.safeParse(query)
  if (!parsed.success) return { kind: 'refused' }
  const { 'hub.verify_token': token, 'hub.challenge': challenge } = parsed.data
  const isKnown = validSecrets(ctx, channel).map((secret) => isSameSecret(token, secret))
  return isKnown.includes(true) ? { kind: 'agreed', challenge } : { kind: 'refused' }
}

/** Secrets that the channel may sign with: the current one and, during a rotation, the previous one. */
export function validSecrets(
  ctx: Pick<CompanyContext, 'companyId' | 'vault' | 'clock'>,
  channel: Omit<ReceivingChannel, 'type' | 'config' | 'isActive' | 'accountId' | 'lastHeardAt'>,
): string[] {
  const { id, webhookSecret, previousWebhookSecret: previous, previousWebhookSecretExpiresAt: until } = channel
  const isPreviousGood = until !== null && until > ctx.clock.now()
  return [
    ...(webhookSecret ? [decryptSecret(ctx, 'webhook_secret', id, webhookSecret)] : []),
    ...(previous && isPreviousGood ? [decryptSecret(ctx, 'previous_webhook_secret', id, previous)] : []),
  ]
}

/** Constant-time comparison of two hashes, so that neither content nor length of the secret leaks. */
export const isSameSecret = (given: string, expected: string): boolean =>
  timingSafeEqual(digest(given), digest(expected))

const digest = (text: string) => createHash('sha256').update(text).digest()
