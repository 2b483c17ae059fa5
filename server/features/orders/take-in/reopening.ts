import type { Actor } from '#server/platform/context.ts'
import type { Raised } from '../attention/raise-attention.ts'
import type { OrderToChange } from '../queries/orders-to-change.ts'
import type { TimelineEntry } from '../timeline.ts'
import type { Telling } from './fold-news.ts'
import type { Intake } from './intake-context.ts'

type Subject = Pick<OrderToChange, 'id' | 'channelId' | 'attentions'>

/** The newest of each that the channel has told of, by its own clock. */
type Moments = { updatedAt: Date | null; cancelledAt: Date | null }

type Reopening = { raised: Raised[]; entries: TimelineEntry[] }

const none: Reopening = { raised: [], entries: [] }

/**
 * A cancelled order stays cancelled, whatever comes late. But a channel may take it up again, as a shop does whose customer
 * pays after all: the money is there, so a person is told, once for each cancellation. Which of the two came in first does
 * not matter: a cancellation that comes late is overtaken just the same.
 */
export function reopeningOf(
  { now, channelOf }: Intake,
  { id: orderId, channelId, attentions }: Subject,
  { updatedAt, cancelledAt }: Moments,
  by: Actor,
): Reopening {
  if (updatedAt === null || cancelledAt === null || updatedAt <= cancelledAt) return none
  const code = 'reopened_by_channel' as const
  const reason = `${channelOf(channelId).name} took the order up again after it was cancelled on ${inWords(cancelledAt)}.`
  if (attentions.some((known) => known.code === code && known.reason === reason)) return none
  return {
    raised: [{ orderId, code, reason }],
    entries: [{ orderId, event: `order.${code}`, description: reason, by, at: now }],
  }
}

/** Only what a channel calls an update: the news of an order's creation are the oldest there are, whenever they were sent. */
export const updatedAtOf = (telling: Telling | null): Date | null =>
  telling?.eventType === 'order.updated' ? telling.at : null

/** Such as `2026-03-02 09:05:00 UTC`. */
const inWords = (moment: Date): string => `${moment.toISOString().slice(0, 19).replace('T', ' ')} UTC`
