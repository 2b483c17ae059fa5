import type { AttentionCode } from '#contract/order-words.ts'
import type { OrderToChange } from '../queries/orders-to-change.ts'
import { listed } from '../attention/listed.ts'
import { cancellationIn } from './cancellation.ts'
import type { News } from './news.ts'
import type { KnownStory } from './fold-news.ts'
import type { Intake } from './intake-context.ts'
import type { Comparison, Revision } from './revision.ts'

type Word = {
  code: Extract<AttentionCode, 'changed_after_sending' | 'cancelled_by_channel'>
  reason: string
  by: News['by']
}

/** The order is with Amazon, or was: nothing of it changes by itself, and a person is told once of each thing. */
export function planAfterSending(
  { now, channelOf }: Intake,
  order: OrderToChange,
  story: KnownStory,
  comparison: Comparison | null,
): Revision {
  const { id: orderId, orderNumber, channelId, attentions } = order
  const { name } = channelOf(channelId)
  const cancelledBy = cancellationIn(story, order)
  const words: Word[] = [
    ...(comparison && comparison.differences.length > 0
      ? [
          {
            code: 'changed_after_sending' as const,
            reason: `${name} changed the order after it was sent to Amazon: ${listed(comparison.differences)}.`,
            by: comparison.telling.by,
          },
        ]
      : []),
    ...(cancelledBy
      ? [
          {
            code: 'cancelled_by_channel' as const,
            reason: `${name} cancelled the order after it was sent to Amazon.`,
            by: cancelledBy.by,
          },
        ]
      : []),
  ]
  const isKnown = (word: Word) => attentions.some(({ code, reason }) => code === word.code && reason === word.reason)
  const raised = order.status === 'cancelled' ? [] : words.filter((word) => !isKnown(word))
  return {
    row: null,
    keptLines: [],
    addedLines: [],
    change: {
      orderId,
      orderNumber,
      channelId,
      outcome: raised.length > 0 ? 'changed' : 'nothing_new',
      holds: 'unchanged',
      removedLines: [],
      standing: null,
      claim: null,
      raised: raised.map(({ code, reason }) => ({ orderId, code, reason })),
      entries: raised.map(({ code, reason, by }) => ({
        orderId,
        event: `order.${code}`,
        description: reason,
        by,
        at: now,
      })),
      messages: [],
    },
  }
}
