import type { AttentionCode } from '#contract/order-status.ts'
import type { OrderToChange } from '../queries/orders-to-change.ts'
import { joinWithLimit } from '../attention/listed.ts'
import { effectiveCancellation } from './cancellation.ts'
import type { OrderEvent } from './news.ts'
import type { KnownOrderState } from './fold-news.ts'
import type { IntakeContext } from './intake-context.ts'
import type { OrderComparison, Revision } from './revision.ts'

type ChannelNotice = {
  code: Extract<AttentionCode, 'changed_after_sending' | 'cancelled_by_channel'>
  reason: string
  by: OrderEvent['by']
}

/** The order is with Amazon, or was: nothing of it changes by itself, and a person is told once of each thing. */
export function planAfterSubmission(
  { now, channelOf }: IntakeContext,
  order: OrderToChange,
  state: KnownOrderState,
  comparison: OrderComparison | null,
): Revision {
  const { id: orderId, orderNumber, channelId, attentions } = order
  const { name } = channelOf(channelId)
  const cancelledBy = effectiveCancellation(state, order)
  const notices: ChannelNotice[] = [
    ...(comparison && comparison.differences.length > 0
      ? [
          {
            code: 'changed_after_sending' as const,
            reason: `${name} changed the order after it was sent to Amazon: ${joinWithLimit(comparison.differences)}.`,
            by: comparison.snapshot.by,
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
  const isKnown = (notice: ChannelNotice) =>
    attentions.some(({ code, reason }) => code === notice.code && reason === notice.reason)
  const raised = order.status === 'cancelled' ? [] : notices.filter((notice) => !isKnown(notice))
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
