import { AppError } from '#contract/errors.ts'
import type { OrderEventType } from '#contract/intake.ts'
import { ChannelConfig, toChannelKind } from '#server/features/channels/config.ts'
import type { WaitingDelivery } from '#server/features/channels/inbox/queries/waiting.ts'
import { decryptContent } from '#server/features/channels/inbox/stored-delivery.ts'
import type { Actor, CompanyContext } from '#server/platform/context.ts'
import { NotUnderstood, type ChannelAdapter, type ParsedDelivery } from '#server/ports/channel.ts'
import { loggableError } from '#server/platform/redaction.ts'
import type { OrderEvent } from './news.ts'
import { assertStorable } from './refuse-unstorable.ts'

/** What a delivery says: news of an order, an order to be asked for, nothing to us, or nothing that can be read. */
export type DeliveryContent = { id: string } & (
  | { kind: 'news'; news: OrderEvent }
  | { kind: 'fetch'; channelId: string; externalOrderId: string; eventType: OrderEventType }
  | { kind: 'nothing'; eventType: string | null; why: string }
  | { kind: 'failed'; error: string; externalOrderId: string | null; eventType: string | null }
)

type UnreadableDelivery = Extract<DeliveryContent, { kind: 'failed' }>

export function parseDelivery(ctx: CompanyContext, delivery: WaitingDelivery): DeliveryContent {
  return toParsedDelivery(ctx, delivery, () => {
    const { id, payload, receivedAt } = delivery
    const content = decryptContent(ctx.vault, { companyId: ctx.companyId, id }, payload)
    const reading = adapterOf(ctx, delivery).read({ ...content, receivedAt })
    return delivery.source === 'poll' ? asUpdateEvent(reading) : reading
  })
}

/** A channel that is asked tells how an order stands by now, also where it calls that its creation. */
export const asUpdateEvent = (reading: ParsedDelivery): ParsedDelivery =>
  reading.kind === 'order' && reading.news.eventType === 'order.created'
    ? { ...reading, news: { ...reading.news, eventType: 'order.updated' } }
    : reading

/** Turns what `read` says of a delivery, or why it can't, into our words. */
export function toParsedDelivery(
  ctx: CompanyContext,
  delivery: WaitingDelivery,
  read: () => ParsedDelivery,
): DeliveryContent {
  try {
    return toDelivery(delivery, read())
  } catch (error) {
    return toUnreadable(ctx, delivery, error)
  }
}

/** Of what failed for a reason of our own, its sender could learn nothing: the log has it. */
export function toUnreadable(ctx: CompanyContext, { id }: WaitingDelivery, error: unknown): UnreadableDelivery {
  if (error instanceof NotUnderstood) {
    const { message, externalOrderId, eventType } = error
    return { id, kind: 'failed', error: message, externalOrderId, eventType }
  }
  const isRefusal = error instanceof AppError
  if (!isRefusal) ctx.log.error({ deliveryId: id, ...loggableError(error) }, 'could not read a delivery')
  const sentence = isRefusal ? error.message : 'It could not be read, for a reason of our own.'
  return { id, kind: 'failed', error: sentence, externalOrderId: null, eventType: null }
}

/** What came by API stands in the words of our own webhook, whatever the channel runs on. */
export function adapterOf({ ports }: CompanyContext, { source, channel }: WaitingDelivery): ChannelAdapter {
  const kind = source === 'api' ? 'standard' : toChannelKind(channel)
  if (!kind) throw new AppError('invalid', 'Nothing is taken in from channels of this type yet.')
  return ports.channels[kind]
}

function toDelivery(delivery: WaitingDelivery, reading: ParsedDelivery): DeliveryContent {
  const { id, channel } = delivery
  const channelId = channel.id
  if (reading.kind === 'nothing') return { id, ...reading }
  if (!ChannelConfig.parse(channel.config).takesOrders) {
    return { id, kind: 'nothing', eventType: null, why: 'No orders are taken in from this channel.' }
  }
  if (reading.kind === 'fetch') return { id, channelId, ...reading }
  const news =
    reading.kind === 'order' ? reading.news : { ...reading, eventType: `order.${reading.kind}` as const, order: null }
  if (news.order) assertStorable(news.order)
  const externalOrderId = reading.kind === 'order' ? reading.news.order.externalOrderId : reading.externalOrderId
  const { eventType, order } = news
  const at = eventTime(eventType, news.eventAt, delivery.receivedAt)
  return { id, kind: 'news', news: { channelId, externalOrderId, eventType, order, at, by: actorOf(delivery) } }
}

const dayMs = 24 * 3600 * 1000

/** A clock that is days ahead must not make all later news of an order look old. */
function eventTime(eventType: OrderEvent['eventType'], claimedAt: Date | null, receivedAt: Date): Date | null {
  if (claimedAt && claimedAt.getTime() <= receivedAt.getTime() + dayMs) return claimedAt
  return eventType === 'order.created' ? null : receivedAt
}

function actorOf({ source, channel: { id: channelId, name } }: WaitingDelivery): Actor {
  switch (source) {
    case 'webhook':
      return { type: 'webhook', name, channelId }
    case 'api':
      return { type: 'api_key', name, channelId }
    case 'poll':
      return { type: 'job', name: 'channels.poll' }
  }
}
