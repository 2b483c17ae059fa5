import { AppError } from '#contract/errors.ts'
import type { OrderEventType } from '#contract/intake.ts'
import { ChannelConfig, kindOf } from '#server/features/channels/config.ts'
import type { WaitingDelivery } from '#server/features/channels/inbox/queries/waiting.ts'
import { openContent } from '#server/features/channels/inbox/stored-delivery.ts'
import type { Actor, CompanyContext } from '#server/platform/context.ts'
import { NotUnderstood, type ChannelAdapter, type Reading } from '#server/ports/channel.ts'
import { errorFacts } from '#server/platform/error-facts.ts'
import type { News } from './news.ts'
import { refuseUnstorable } from './refuse-unstorable.ts'

/** What a delivery says: news of an order, an order to be asked for, nothing to us, or nothing that can be read. */
export type ReadDelivery = { id: string } & (
  | { kind: 'news'; news: News }
  | { kind: 'fetch'; channelId: string; externalOrderId: string; eventType: OrderEventType }
  | { kind: 'nothing'; eventType: string | null; why: string }
  | { kind: 'failed'; error: string; externalOrderId: string | null; eventType: string | null }
)

type UnreadDelivery = Extract<ReadDelivery, { kind: 'failed' }>

export function readDelivery(ctx: CompanyContext, delivery: WaitingDelivery): ReadDelivery {
  return reading(ctx, delivery, () => {
    const { id, payload, receivedAt } = delivery
    const content = openContent(ctx.vault, { companyId: ctx.companyId, id }, payload)
    const said = adapterOf(ctx, delivery).read({ ...content, receivedAt })
    return delivery.source === 'poll' ? asAnswer(said) : said
  })
}

/** A channel that is asked tells how an order stands by now, also where it calls that its creation. */
export const asAnswer = (said: Reading): Reading =>
  said.kind === 'order' && said.news.eventType === 'order.created'
    ? { ...said, news: { ...said.news, eventType: 'order.updated' } }
    : said

/** Turns what `read` says of a delivery, or why it can't, into our words. */
export function reading(ctx: CompanyContext, delivery: WaitingDelivery, read: () => Reading): ReadDelivery {
  try {
    return inOurWords(delivery, read())
  } catch (error) {
    return unread(ctx, delivery, error)
  }
}

/** Of what failed for a reason of our own, its sender could learn nothing: the log has it. */
export function unread(ctx: CompanyContext, { id }: WaitingDelivery, error: unknown): UnreadDelivery {
  if (error instanceof NotUnderstood) {
    const { message, externalOrderId, eventType } = error
    return { id, kind: 'failed', error: message, externalOrderId, eventType }
  }
  const isRefusal = error instanceof AppError
  if (!isRefusal) ctx.log.error({ deliveryId: id, ...errorFacts(error) }, 'could not read a delivery')
  const sentence = isRefusal ? error.message : 'It could not be read, for a reason of our own.'
  return { id, kind: 'failed', error: sentence, externalOrderId: null, eventType: null }
}

/** What came by API stands in the words of our own webhook, whatever the channel runs on. */
export function adapterOf({ ports }: CompanyContext, { source, channel }: WaitingDelivery): ChannelAdapter {
  const kind = source === 'api' ? 'standard' : kindOf(channel)
  if (!kind) throw new AppError('invalid', 'Nothing is taken in from channels of this type yet.')
  return ports.channels[kind]
}

function inOurWords(delivery: WaitingDelivery, said: Reading): ReadDelivery {
  const { id, channel } = delivery
  const channelId = channel.id
  if (said.kind === 'nothing') return { id, ...said }
  if (!ChannelConfig.parse(channel.config).takesOrders) {
    return { id, kind: 'nothing', eventType: null, why: 'No orders are taken in from this channel.' }
  }
  if (said.kind === 'fetch') return { id, channelId, ...said }
  const news = said.kind === 'order' ? said.news : { ...said, eventType: `order.${said.kind}` as const, order: null }
  if (news.order) refuseUnstorable(news.order)
  const externalOrderId = said.kind === 'order' ? said.news.order.externalOrderId : said.externalOrderId
  const { eventType, order } = news
  const at = happenedAt(eventType, news.eventAt, delivery.receivedAt)
  return { id, kind: 'news', news: { channelId, externalOrderId, eventType, order, at, by: tellerOf(delivery) } }
}

const aDay = 24 * 3600 * 1000

/** A clock that is days ahead must not make all later news of an order look old. */
function happenedAt(eventType: News['eventType'], told: Date | null, receivedAt: Date): Date | null {
  if (told && told.getTime() <= receivedAt.getTime() + aDay) return told
  return eventType === 'order.created' ? null : receivedAt
}

function tellerOf({ source, channel: { id: channelId, name } }: WaitingDelivery): Actor {
  switch (source) {
    case 'webhook':
      return { type: 'webhook', name, channelId }
    case 'api':
      return { type: 'api_key', name, channelId }
    case 'poll':
      return { type: 'job', name: 'channels.poll' }
  }
}
