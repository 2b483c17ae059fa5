import { z } from 'zod'
import { outgoingEvents } from '#contract/channel-values.ts'
import { inEnglish, say, type Sentence } from '#contract/i18n.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { idFrom } from '#server/platform/ids.ts'
import { isObserving } from '#server/platform/observe-mode.ts'
import { loggableError } from '#server/platform/redaction.ts'
import { backoffByList } from '#server/ports/backoff.ts'
import { OrderGone, type ReportAnswer } from '#server/ports/channel.ts'
import { Rejected, Unauthorized, Unavailable } from '#server/ports/failure.ts'
import { isShop, messageReceiver, toChannelKind } from '../channel-config.ts'
import { getChannelOrThrow } from '../channel-queries.ts'
import { openConnection, recordAccess } from '../connection.ts'
import { storeDelivery } from '../inbox/store-delivery.ts'
import { publishAttentionChange } from '../publish-attention.ts'
import { decryptMessage } from './enqueue-message.ts'
import { observeMessages } from './observe-messages.ts'
import {
  addToTimeline,
  claimDueMessages,
  type DueMessage,
  raisePushBackFailed,
  resolvePushBackFailed,
  updateMessage,
} from './queries.ts'

/** So many messages can be sent within the lease, even to a slow channel. */
const maxClaimed = 10

const claimSeconds = 150

type SendCounts = { delivered: number; failed: number }

/**
 * Job `channels.send-messages`. Channels are served concurrently, the messages of a channel one after another. An
 * unavailable channel is skipped for the rest of the run.
 */
export async function sendMessages(ctx: CompanyContext): Promise<SendCounts> {
  const counts: SendCounts = { delivered: 0, failed: 0 }
  const unavailable = new Set<string>()
  if (await ctx.transaction((tx) => isObserving(tx, ctx.companyId))) {
    await ctx.transaction((tx) => observeMessages(tx, ctx))
    return counts
  }
  for (;;) {
    const claimed = await claimMessages(ctx, [...unavailable])
    if (claimed.length === 0) return counts
    const byChannel = Map.groupBy(claimed, ({ channelId }) => channelId)
    const outcomes = await Promise.allSettled(
      [...byChannel].map(async ([channelId, messages]) => {
        if (!(await sendToChannel(ctx, channelId, messages, counts))) unavailable.add(channelId)
      }),
    )
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  }
}

function claimMessages(ctx: CompanyContext, except: string[]): Promise<DueMessage[]> {
  const now = ctx.clock.now()
  const until = new Date(now.getTime() + claimSeconds * 1000)
  return ctx.transaction((tx) =>
    claimDueMessages(tx, { companyId: ctx.companyId, now, limit: maxClaimed, until, except }),
  )
}

/** Returns false when the channel is unavailable. */
async function sendToChannel(
  ctx: CompanyContext,
  channelId: string,
  messages: DueMessage[],
  counts: SendCounts,
): Promise<boolean> {
  const opened = await openChannel(ctx, channelId)
  for (const [index, message] of messages.entries()) {
    const sent = { ...message, channelName: opened.name, url: opened.url ?? message.url }
    const answer = await opened.report(message).catch((error: unknown) => ({ failure: error }))
    if ('status' in answer) {
      await recordDelivered(ctx, sent, answer)
      counts.delivered += 1
      continue
    }
    counts.failed += 1
    const unavailableUntil = await recordFailed(ctx, sent, answer.failure)
    if (unavailableUntil) {
      await postpone(ctx, messages.slice(index + 1), unavailableUntil)
      return false
    }
  }
  return true
}

async function openChannel(ctx: CompanyContext, channelId: string) {
  const { channel, connection } = await ctx.transaction(async (tx) => ({
    channel: await getChannelOrThrow(tx, ctx.companyId, channelId),
    connection: await openConnection(tx, ctx, channelId),
  }))
  const kind = toChannelKind(channel)
  const adapter = kind && ctx.ports.channels[kind]
  return {
    name: channel.name,
    url: messageReceiver(channel),
    report: async ({ id, eventType, eventKey, payload }: DueMessage) => {
      if (!adapter?.report) throw new Rejected(say('This type of channel does not accept order updates.'))
      if (isShop(channel.type) && connection.credentials === null) {
        throw new Unavailable(say('The shop is disconnected. The message is sent once it is reconnected.'))
      }
      return adapter.report(connection, {
        id: idFrom(channelId, eventKey),
        type: EventType.parse(eventType),
        ...decryptMessage(ctx, id, payload),
      })
    },
  }
}

const EventType = z.enum(outgoingEvents)

async function postpone(ctx: CompanyContext, messages: DueMessage[], until: Date): Promise<void> {
  await ctx.transaction(async (tx) => {
    for (const { id } of messages) await updateMessage(tx, ctx.companyId, id, { nextAttemptAt: until })
  })
}

/** A claimed message with the channel's name and current receiver. */
type MessageAttempt = DueMessage & { channelName: string }

/** `order.shipped` without its noun, for texts. */
const newsOf = ({ eventType, channelName }: MessageAttempt) => ({
  news: eventType.replace('order.', ''),
  channel: channelName,
})

async function recordDelivered(ctx: CompanyContext, message: MessageAttempt, { status }: ReportAnswer): Promise<void> {
  const { id, orderId, url, channelId } = message
  const now = ctx.clock.now()
  await ctx.transaction(async (tx) => {
    await updateMessage(tx, ctx.companyId, id, {
      status: 'delivered',
      attempts: message.attempts + 1,
      responseStatus: status,
      error: null,
      nextAttemptAt: null,
      deliveredAt: now,
      url,
    })
    await recordAccess(tx, ctx, channelId, null)
    if (orderId) {
      const description = say(
        '{news, select, acknowledged {Acknowledgment} sent_to_fulfillment {Start of fulfillment} shipped {Shipment} delivered {Delivery} cancelled {Cancellation} other {Order status}} reported to {channel}',
        newsOf(message),
      )
      await addToTimeline(tx, ctx, { orderId, event: 'channel.told', description, reason: null })
      await resolvePushBackFailed(tx, { companyId: ctx.companyId, orderId, at: now })
    }
    await publishChanges(tx, ctx)
  })
}

/** Returns until when the channel is not called, or null when only this message was refused. */
async function recordFailed(ctx: CompanyContext, message: MessageAttempt, failure: unknown): Promise<Date | null> {
  if (failure instanceof OrderGone) {
    await ctx.transaction((tx) => recordGone(tx, ctx, message, failure.message))
    return null
  }
  if (failure instanceof Rejected) {
    await ctx.transaction((tx) => failMessage(tx, ctx, message, failure.sentence))
    return null
  }
  if (!(failure instanceof Unavailable || failure instanceof Unauthorized)) {
    // A bug fails again next time, and other messages of the channel wait behind this one.
    ctx.log.error(
      { messageId: message.id, ...loggableError(failure) },
      'a message to a channel could not be sent because of a bug; it has failed and can be resent',
    )
    await ctx.transaction((tx) => failMessage(tx, ctx, message, say('Not sent because of an error in Lockstep.')))
    return null
  }
  const attempts = message.attempts + 1
  const retryAfter = failure instanceof Unavailable ? failure.retryAfterSeconds : undefined
  const again = nextAttempt(attempts, ctx.clock.now(), retryAfter)
  return ctx.transaction(async (tx) => {
    if (failure instanceof Unauthorized) await recordAccess(tx, ctx, message.channelId, failure.message)
    if (again === null) {
      await failMessage(tx, ctx, message, failure.sentence)
      return ctx.clock.now()
    }
    const { id, url } = message
    await updateMessage(tx, ctx.companyId, id, { attempts, error: failure.message, nextAttemptAt: again, url })
    await ctx.publishChange(tx, 'channels')
    return again
  })
}

async function failMessage(tx: Tx, ctx: CompanyContext, message: MessageAttempt, error: Sentence): Promise<void> {
  const { id, orderId, url } = message
  const failed = { attempts: message.attempts + 1, error: inEnglish(error), nextAttemptAt: null, url }
  await updateMessage(tx, ctx.companyId, id, { status: 'failed', ...failed })
  if (orderId) {
    const description = say(
      '{news, select, acknowledged {Acknowledgment} sent_to_fulfillment {Start of fulfillment} shipped {Shipment} delivered {Delivery} cancelled {Cancellation} other {Order status}} could not be reported to {channel}',
      newsOf(message),
    )
    await addToTimeline(tx, ctx, { orderId, event: 'channel.not_told', description, reason: error })
    const reason = say('{problem}. {error}', { problem: description, error })
    await raisePushBackFailed(tx, { companyId: ctx.companyId, orderId, reason, at: ctx.clock.now() })
    await publishAttentionChange(tx, ctx)
  }
  await publishChanges(tx, ctx)
}

/**
 * A shop tells nobody of an order that was deleted for good, so its absence is taken in like a cancellation, in the format of our own
 * webhooks, which every channel may use.
 */
async function recordGone(tx: Tx, ctx: CompanyContext, message: MessageAttempt, error: string): Promise<void> {
  const { id, channelId, url, payload } = message
  const attempts = message.attempts + 1
  await updateMessage(tx, ctx.companyId, id, { status: 'failed', attempts, error, nextAttemptAt: null, url })
  const { order } = decryptMessage(ctx, id, payload)
  if (order) {
    const { externalOrderId } = order
    const event = { type: 'order.cancelled', timestamp: ctx.clock.now().toISOString(), data: { externalOrderId } }
    const content = { headers: {}, body: Buffer.from(JSON.stringify(event)) }
    const deliveryId = `gone ${externalOrderId}`
    await storeDelivery(tx, ctx, { channelId, source: 'api', deliveryId, signature: null, content })
    ctx.triggerWorker(tx, 'orders.take-in')
  }
  await publishChanges(tx, ctx)
}

async function publishChanges(tx: Tx, ctx: CompanyContext): Promise<void> {
  await ctx.publishChange(tx, 'channels')
  await ctx.publishChange(tx, 'orders')
}

const minute = 60

const hour = 60 * minute

const longestDelay = 12 * hour

/** Back-off in seconds after each failed attempt, about three days in all. */
const delays = [
  10,
  minute,
  5 * minute,
  30 * minute,
  2 * hour,
  6 * hour,
  longestDelay,
  longestDelay,
  longestDelay,
  longestDelay,
  longestDelay,
] as const

/**
 * When to try again after `failed` attempts; null after the last one. A Retry-After of the channel can lengthen the
 * pause.
 */
export function nextAttempt(failed: number, now: Date, retryAfterSeconds = 0): Date | null {
  const delay = backoffByList(delays, { failures: failed - 1, retryAfter: retryAfterSeconds })
  return delay === null ? null : new Date(now.getTime() + delay * 1000)
}
