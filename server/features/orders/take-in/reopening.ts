import type { Actor } from '#server/platform/context.ts'
import type { AttentionToRaise } from '../attention/raise-attention.ts'
import type { OrderToChange } from '../queries/orders-to-change.ts'
import type { TimelineEntry } from '../timeline.ts'
import type { SnapshotEvent } from './fold-news.ts'
import type { IntakeContext } from './intake-context.ts'

type ReopenedOrder = Pick<OrderToChange, 'id' | 'channelId' | 'attentions'>

/** The newest of each that the channel has told of, by its own clock. */
type ChannelTimes = { updatedAt: Date | null; cancelledAt: Date | null }

type ReopenedNotice = { raised: AttentionToRaise[]; entries: TimelineEntry[] }

const noReopenedNotice: ReopenedNotice = { raised: [], entries: [] }

/**
 * A cancelled order stays cancelled, whatever comes late. But a channel may take it up again, as a shop does whose customer
 * pays after all: the money is there, so a person is told, once for each cancellation. Which of the two came in first does
 * not matter: a cancellation that comes late is overtaken just the same.
 */
export function planReopenedNotice(
  { now, channelOf }: IntakeContext,
  { id: orderId, channelId, attentions }: ReopenedOrder,
  { updatedAt, cancelledAt }: ChannelTimes,
  by: Actor,
): ReopenedNotice {
  if (updatedAt === null || cancelledAt === null || updatedAt <= cancelledAt) return noReopenedNotice
  const code = 'reopened_by_channel' as const
  const reason = `${channelOf(channelId).name} took the order up again after it was cancelled on ${formatUtc(cancelledAt)}.`
  if (attentions.some((known) => known.code === code && known.reason === reason)) return noReopenedNotice
  return {
    raised: [{ orderId, code, reason }],
    entries: [{ orderId, event: `order.${code}`, description: reason, by, at: now }],
  }
}

/** Only what a channel calls an update: the news of an order's creation are the oldest there are, whenever they were sent. */
export const channelUpdateTime = (snapshot: SnapshotEvent | null): Date | null =>
  snapshot?.eventType === 'order.updated' ? snapshot.at : null

/** Such as `2026-03-02 09:05:00 UTC`. */
const formatUtc = (moment: Date): string => `${moment.toISOString().slice(0, 19).replace('T', ' ')} UTC`
