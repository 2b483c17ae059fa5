import { AppError, fieldError } from '#contract/errors.ts'
import { type Message, say, type Sentence } from '#contract/i18n.ts'
import type { OrderData, OrderEventType } from '#contract/intake.ts'
import { fromCents, toCents } from '#contract/money.ts'
import { ChannelConfig, toChannelKind } from '#server/features/channels/channel-config.ts'
import type { WaitingDelivery } from '#server/features/channels/inbox/intake-queries.ts'
import { decryptContent } from '#server/features/channels/inbox/delivery-content.ts'
import type { Actor, CompanyContext } from '#server/platform/context.ts'
import { loggableError } from '#server/platform/redaction.ts'
import { type ChannelAdapter, NotUnderstood, type OrderHold, type ParsedDelivery } from '#server/ports/channel.ts'
import { lineTotal, priceOrder } from './amounts.ts'
import type { IngestResult, OrderEvent } from './order-events.ts'

/** A parsed delivery: an order event, an order to fetch, a buyer to erase, nothing of interest, or unreadable. */
export type DeliveryContent = { id: string } & (
  | { kind: 'event'; event: OrderEvent }
  | { kind: 'fetch'; channelId: string; externalOrderId: string; eventType: OrderEventType }
  | { kind: 'erasure'; channelId: string; externalOrderIds: readonly string[]; email: string | null }
  | { kind: 'nothing'; eventType: string | null; why: string; externalOrderId?: string | null }
  | { kind: 'failed'; error: Sentence; externalOrderId: string | null; eventType: string | null }
)

export function parseDelivery(ctx: CompanyContext, delivery: WaitingDelivery): DeliveryContent {
  return toDeliveryContent(ctx, delivery, () => {
    const { id, payload, receivedAt } = delivery
    const content = decryptContent(ctx.vault, { companyId: ctx.companyId, id }, payload)
    const reading = adapterOf(ctx, delivery).read({ ...content, receivedAt })
    return delivery.source === 'poll' ? asUpdateEvent(reading) : reading
  })
}

/** A polled or fetched order is its current state, even when the channel calls it `order.created`. */
export const asUpdateEvent = (reading: ParsedDelivery): ParsedDelivery =>
  reading.kind === 'order' && reading.event.eventType === 'order.created'
    ? { ...reading, event: { ...reading.event, eventType: 'order.updated' } }
    : reading

/** Runs `read` and turns its reading, or its error, into a parsed delivery. */
export function toDeliveryContent(
  ctx: CompanyContext,
  delivery: WaitingDelivery,
  read: () => ParsedDelivery,
): DeliveryContent {
  try {
    return interpretReading(delivery, read())
  } catch (error) {
    return toUnreadable(ctx, delivery, error)
  }
}

function interpretReading(delivery: WaitingDelivery, reading: ParsedDelivery): DeliveryContent {
  const { id, channel } = delivery
  const channelId = channel.id
  if (reading.kind === 'nothing') return { id, ...reading }
  // The law asks for it whether or not the channel sells.
  if (reading.kind === 'erasure') return { id, channelId, ...reading }
  if (!ChannelConfig.parse(channel.config).takesOrders) {
    return { id, kind: 'nothing', eventType: null, why: 'No orders are imported from this channel.' }
  }
  if (reading.kind === 'fetch') return { id, channelId, ...reading }
  const event =
    reading.kind === 'order' ? reading.event : { ...reading, eventType: `order.${reading.kind}` as const, order: null }
  if (event.order) assertStorable(event.order)
  const externalOrderId = reading.kind === 'order' ? reading.event.order.externalOrderId : reading.externalOrderId
  const hold = reading.kind === 'held' ? { hold: reading.hold } : {}
  const { eventType, order } = event
  const at = eventTime(eventType, event.eventAt, delivery.receivedAt)
  return {
    id,
    kind: 'event',
    event: { channelId, externalOrderId, eventType, order, ...hold, at, by: actorOf(delivery) },
  }
}

const dayMs = 24 * 3600 * 1000

/** An event time more than a day ahead is ignored: it would make all later events look old. */
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

type UnreadableDelivery = Extract<DeliveryContent, { kind: 'failed' }>

/** Our own errors are logged; the sender gets a neutral sentence. */
export function toUnreadable(ctx: CompanyContext, { id }: WaitingDelivery, error: unknown): UnreadableDelivery {
  if (error instanceof NotUnderstood) {
    const { sentence, externalOrderId, eventType } = error
    return { id, kind: 'failed', error: sentence, externalOrderId, eventType }
  }
  const isRefusal = error instanceof AppError
  if (!isRefusal) ctx.log.error({ deliveryId: id, ...loggableError(error) }, 'could not read a delivery')
  const sentence = isRefusal ? error.sentence : say('It could not be read because of an error on our side.')
  return { id, kind: 'failed', error: sentence, externalOrderId: null, eventType: null }
}

/** Orders submitted by API use the format of our own webhook, whatever the channel's type. */
export function adapterOf({ ports }: CompanyContext, { source, channel }: WaitingDelivery): ChannelAdapter {
  const kind = source === 'api' ? 'standard' : toChannelKind(channel)
  if (!kind) throw new AppError('invalid', say('Orders from channels of this type can’t be imported yet.'))
  return ports.channels[kind]
}

/** Largest amount that `numeric(12,2)` holds, in cents. */
const maxAmountCents = 999_999_999_999n

/** Throws when an order has values that PostgreSQL can't store, with a sentence for its sender. */
export function assertStorable(order: OrderData): void {
  const sums = [...Object.values(priceOrder(order).amounts), ...order.items.map(lineTotal)]
  if (sums.some((sum) => toCents(sum) > maxAmountCents)) {
    const limit = fromCents(maxAmountCents)
    throw unstorableError('total', say('The amounts are too high: the limit is {limit} in total', { limit }))
  }
  // PostgreSQL has no year 0.
  if (order.placedAt && new Date(order.placedAt).getUTCFullYear() < 1) {
    throw unstorableError('placedAt', say('placedAt is before the year 1'))
  }
}

const unstorableError = (field: string, problem: Message) => fieldError(field, problem)

export const eventsIn = (parsed: readonly DeliveryContent[]): OrderEvent[] =>
  parsed.filter(isEvent).map(({ event }) => event)

/** Outcome of each delivery. `results` has one entry per order event, in the order of `parsed`. */
export function deliveryOutcomes(parsed: readonly DeliveryContent[], results: readonly IngestResult[]) {
  const outcomes = parsed.filter(isEvent).map(({ id, event }, index) => deliveryOutcome(id, event, results[index]))
  return {
    takenIn: outcomes.flatMap((outcome) => ('why' in outcome ? [] : [outcome])),
    ignored: [
      ...outcomes.flatMap((outcome) => ('why' in outcome ? [outcome] : [])),
      ...parsed.filter((delivery) => delivery.kind === 'nothing'),
    ],
    failed: parsed.filter((delivery) => delivery.kind === 'failed'),
    toErase: parsed.filter((delivery) => delivery.kind === 'erasure'),
    toFetch: parsed.filter((delivery) => delivery.kind === 'fetch'),
  }
}

function deliveryOutcome(id: string, event: OrderEvent, result: IngestResult | undefined) {
  const { eventType, externalOrderId, at, hold } = event
  const outcome = { id, eventType, externalOrderId, eventAt: at }
  if (!result?.orderId) return { ...outcome, ...rememberedAs(eventType, hold) }
  const { orderId } = result
  return result.outcome === 'nothing_new' ? { ...outcome, orderId, why: 'Nothing new.' } : { ...outcome, orderId }
}

/** What is said of an event that came before its order. */
function rememberedAs(eventType: OrderEvent['eventType'], hold: OrderHold | undefined) {
  if (hold) return { hold, why: heldBefore }
  return { why: eventType === 'order.shipped' ? shippedBefore : cancelledBefore }
}

const heldBefore = 'The order has not arrived yet: the channel has it on hold.'

const cancelledBefore = 'The order has not arrived yet. It will be cancelled when it does.'

const shippedBefore = 'The order has already shipped, so there is nothing to send.'

const isEvent = (delivery: DeliveryContent) => delivery.kind === 'event'
