import type { OrderToChange } from '../queries/orders-to-change.ts'
import { joinWithLimit } from '../attention/listed.ts'
import type { OrderToCheck } from '../attention/judge-orders.ts'
import type { TimelineEntry } from '../timeline.ts'
import { priceOrder } from './amounts.ts'
import { effectiveCancellation } from './cancellation.ts'
import { changedPromotionClaim } from './claim-of.ts'
import { buildCancellationMessage } from './cancellation-message.ts'
import type { KnownOrderState } from './fold-news.ts'
import type { IntakeContext } from './intake-context.ts'
import { toLineRow } from './line-row.ts'
import type { OrderComparison, Revision } from './revision.ts'

/** The order has not gone to Amazon: it becomes what its channel says it is. */
export function planBeforeSubmission(
  intake: IntakeContext,
  order: OrderToChange,
  state: KnownOrderState,
  comparison: OrderComparison | null,
): Revision {
  const { id: orderId, orderNumber, channelId } = order
  const cancelledBy = effectiveCancellation(state, order)
  const isCancelled = cancelledBy !== null && order.status !== 'cancelled'
  const isOpen = order.status !== 'cancelled' && !isCancelled
  const changed = comparison && comparison.differences.length > 0 ? comparison : null
  const addedLines = changed ? buildAddedLines(intake, order, changed) : []
  return {
    row: changed && { id: orderId, ...changed.row },
    keptLines: changed?.lines.kept ?? [],
    addedLines,
    change: {
      orderId,
      orderNumber,
      channelId,
      outcome: isCancelled ? 'cancelled' : changed ? 'changed' : 'nothing_new',
      holds: isCancelled ? 'cancelled' : changed && isOpen ? 'revised' : 'unchanged',
      removedLines: changed?.lines.removed.map(({ id }) => id) ?? [],
      standing: changed && isOpen ? toOrderToCheck(orderId, changed, addedLines) : null,
      claim: changed && isOpen ? changedPromotionClaim(order, changed.snapshot.order) : null,
      raised: [],
      entries: timelineEntriesOf(intake, order, { changed, cancelledBy: isCancelled ? cancelledBy : null }),
      messages: isCancelled ? [buildCancellationMessage(intake, order, cancelledBy.at)] : [],
    },
  }
}

function buildAddedLines(
  intake: IntakeContext,
  { id: orderId, channelId, lines }: OrderToChange,
  changed: OrderComparison,
) {
  const next = Math.max(-1, ...lines.map(({ position }) => position)) + 1
  return changed.lines.added.map((line, index) => toLineRow(intake, { orderId, channelId }, line, next + index))
}

function toOrderToCheck(orderId: string, changed: OrderComparison, addedLines: Revision['addedLines']): OrderToCheck {
  const kept = changed.lines.kept.map(({ known, told }) => ({ ...known, quantity: told.quantity }))
  return { orderId, lines: [...kept, ...addedLines], difference: priceOrder(changed.snapshot.order).difference }
}

const maxListedChanges = 20

type RevisionFacts = { changed: OrderComparison | null; cancelledBy: KnownOrderState['cancelledBy'] }

function timelineEntriesOf(
  { now, channelOf }: IntakeContext,
  order: OrderToChange,
  { changed, cancelledBy }: RevisionFacts,
): TimelineEntry[] {
  const { id: orderId, channelId } = order
  const { name } = channelOf(channelId)
  return [
    ...(changed
      ? [
          {
            orderId,
            event: 'order.changed',
            description: `${name} changed the order: ${joinWithLimit(changed.differences, maxListedChanges)}.`,
            by: changed.snapshot.by,
            at: now,
          },
        ]
      : []),
    ...(cancelledBy
      ? [
          {
            orderId,
            event: 'order.cancelled',
            description: `${name} cancelled the order.`,
            by: cancelledBy.by,
            at: now,
          },
        ]
      : []),
  ]
}
