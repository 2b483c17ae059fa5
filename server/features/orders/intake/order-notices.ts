import { nameOfCountry, needsPostalCode } from '#contract/addresses.ts'
import { inEnglish, say } from '#contract/i18n.ts'
import type { OrderData } from '#contract/intake.ts'
import type { OrderMessage } from '#server/features/notifications/order-notifications.ts'
import type { Actor } from '#server/platform/context.ts'
import type { AttentionToRaise } from '../attention/attention.ts'
import { decryptContact } from '../personal-data.ts'
import type { TimelineEntry } from '../timeline.ts'
import { priceOrder } from './amounts.ts'
import { toBuyer } from './buyers.ts'
import type { SnapshotEvent } from './order-events.ts'
import type { IntakeContext } from './order-rows.ts'
import type { OrderToChange } from './revision-queries.ts'

type ReopenedOrder = Pick<OrderToChange, 'id' | 'channelId' | 'attentions'>

/** Newest update and newest cancellation, by the channel's clock. */
type ChannelTimes = { updatedAt: Date | null; cancelledAt: Date | null }

type ReopenedNotice = { raised: AttentionToRaise[]; entries: TimelineEntry[] }

const noReopenedNotice: ReopenedNotice = { raised: [], entries: [] }

/**
 * A cancelled order stays cancelled. When the channel updates it after the cancellation (a customer pays after all), a
 * person is told, once per cancellation. The order of arrival does not matter.
 */
export function planReopenedNotice(
  { now, channelOf }: IntakeContext,
  { id: orderId, channelId, attentions }: ReopenedOrder,
  { updatedAt, cancelledAt }: ChannelTimes,
  by: Actor,
): ReopenedNotice {
  if (updatedAt === null || cancelledAt === null || updatedAt <= cancelledAt) return noReopenedNotice
  const code = 'reopened_by_channel' as const
  const reason = say('{channel} reopened the order after it was cancelled on {time}.', {
    channel: channelOf(channelId).name,
    time: formatUtc(cancelledAt),
  })
  const words = inEnglish(reason)
  if (attentions.some((known) => known.code === code && known.reason === words)) return noReopenedNotice
  return {
    raised: [{ orderId, code, reason }],
    entries: [{ orderId, event: `order.${code}`, description: reason, by, at: now }],
  }
}

/** Only `order.updated` counts: `order.created` is the oldest event whenever it was sent. */
export const channelUpdateTime = (snapshot: SnapshotEvent | null): Date | null =>
  snapshot?.eventType === 'order.updated' ? snapshot.at : null

/** Such as `2026-03-02 09:05:00 UTC`. */
const formatUtc = (moment: Date): string => `${moment.toISOString().slice(0, 19).replace('T', ' ')} UTC`

type ShippedOrder = Pick<OrderToChange, 'id' | 'channelId' | 'attentions'>

type ShippedNotice = { raised: AttentionToRaise[]; entries: TimelineEntry[] }

export const noShippedNotice: ShippedNotice = { raised: [], entries: [] }

/** The channel shipped the order itself: raises attention once, so that it is not shipped twice. */
export function planShippedNotice(
  { now, channelOf }: IntakeContext,
  { id: orderId, channelId, attentions }: ShippedOrder,
  by: Actor,
): ShippedNotice {
  const code = 'shipped_by_channel' as const
  if (attentions.some((known) => known.code === code)) return noShippedNotice
  const reason = say('{channel} says that it has shipped the order itself.', { channel: channelOf(channelId).name })
  return {
    raised: [{ orderId, code, reason }],
    entries: [{ orderId, event: `order.${code}`, description: reason, by, at: now }],
  }
}

/** The customer has paid, so the order comes in; it waits until a person or the channel has added the postal code. */
export function planAddressNotice(orderId: string, { shippingAddress }: OrderData): AttentionToRaise[] {
  const { postalCode, country } = shippingAddress
  if (postalCode || !needsPostalCode(country)) return []
  const reason = say('The shipping address has no postal code. Addresses in {country} need one.', {
    country: nameOfCountry(country) ?? country,
  })
  return [{ orderId, code: 'bad_address', reason }]
}

type MessageOrder = { orderId: string; orderNumber: string; channelId: string | null }

export function buildIncomingOrderMessage(
  { ctx, channelOf, customerOf }: IntakeContext,
  { orderId, orderNumber, channelId }: MessageOrder,
  type: OrderMessage['type'],
  order: OrderData,
): OrderMessage {
  const { email, phone, firstName } = toBuyer(ctx, order)
  const { name, config } = channelOf(channelId)
  return {
    type,
    orderId,
    orderNumber,
    channelName: channelId === null ? null : name,
    isForOwnerOnly: !config.messagesCustomers,
    total: priceOrder(order).amounts.total,
    currency: order.currency,
    customer: { id: customerOf.get(orderId)?.id ?? null, email, phone, firstName },
  }
}

/** Message to the stored contact of the customer. */
export function buildCancellationMessage(
  { ctx, now, channelOf }: IntakeContext,
  order: OrderToChange,
  cancelledAt: Date | null,
): OrderMessage {
  const { id: orderId, orderNumber, channelId, total, currency, customer } = order
  const { name, config } = channelOf(channelId)
  return {
    type: 'order_cancelled',
    happenedAt: cancelledAt ?? now,
    orderId,
    orderNumber,
    channelName: name,
    isForOwnerOnly: !config.messagesCustomers,
    total,
    currency,
    customer: decryptContact(ctx, customer),
  }
}
