import type { Raised } from '../attention/raise-attention.ts'
import type { TimelineEntry } from '../timeline.ts'
import type { Telling } from './fold-news.ts'
import type { Intake } from './intake-context.ts'

type Subject = { id: string; channelId: string }
type Reopening = { raised: Raised[]; entries: TimelineEntry[] }

const none: Reopening = { raised: [], entries: [] }

/**
 * A cancelled order stays cancelled, whatever comes late. But a channel may take it up again, as a shop does whose customer
 * pays after all: the money is there, so a person is told.
 */
export function reopeningOf(
  { now, channelOf }: Intake,
  { id: orderId, channelId }: Subject,
  telling: Telling | null,
  cancelledAt: Date | null,
): Reopening {
  const isReopened =
    telling?.eventType === 'order.updated' && telling.at !== null && cancelledAt !== null && telling.at > cancelledAt
  if (!isReopened) return none
  const reason = `${channelOf(channelId).name} took the order up again after it was cancelled.`
  const code = 'reopened_by_channel' as const
  return {
    raised: [{ orderId, code, reason }],
    entries: [{ orderId, event: `order.${code}`, description: reason, by: telling.by, at: now }],
  }
}
