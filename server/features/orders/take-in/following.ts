import type { OrderToChange } from '../queries/orders-to-change.ts'
import { listed } from '../attention/listed.ts'
import type { StandingOrder } from '../attention/judge-orders.ts'
import type { TimelineEntry } from '../timeline.ts'
import { priceOrder } from './amounts.ts'
import { cancellationIn } from './cancellation.ts'
import { changedClaim } from './claim-of.ts'
import { cancellationMessage } from './cancellation-message.ts'
import type { KnownStory } from './fold-news.ts'
import type { Intake } from './intake-context.ts'
import { lineRow } from './line-row.ts'
import type { Comparison, Revision } from './revision.ts'

/** The order has not gone to Amazon: it becomes what its channel says it is. */
export function planFollowing(
  intake: Intake,
  order: OrderToChange,
  story: KnownStory,
  comparison: Comparison | null,
): Revision {
  const { id: orderId, orderNumber, channelId } = order
  const cancelledBy = cancellationIn(story, order)
  const isCancelled = cancelledBy !== null && order.status !== 'cancelled'
  const isOpen = order.status !== 'cancelled' && !isCancelled
  const changed = comparison && comparison.differences.length > 0 ? comparison : null
  const addedLines = changed ? addLines(intake, order, changed) : []
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
      standing: changed && isOpen ? standingOf(orderId, changed, addedLines) : null,
      claim: changed && isOpen ? changedClaim(order, changed.telling.order) : null,
      raised: [],
      entries: entriesOf(intake, order, { changed, cancelledBy: isCancelled ? cancelledBy : null }),
      messages: isCancelled ? [cancellationMessage(intake, order, cancelledBy.at)] : [],
    },
  }
}

function addLines(intake: Intake, { id: orderId, channelId, lines }: OrderToChange, changed: Comparison) {
  const next = Math.max(-1, ...lines.map(({ position }) => position)) + 1
  return changed.lines.added.map((line, index) => lineRow(intake, { orderId, channelId }, line, next + index))
}

function standingOf(orderId: string, changed: Comparison, addedLines: Revision['addedLines']): StandingOrder {
  const kept = changed.lines.kept.map(({ known, told }) => ({ ...known, quantity: told.quantity }))
  return { orderId, lines: [...kept, ...addedLines], difference: priceOrder(changed.telling.order).difference }
}

const mostChangesNamed = 20

type Happened = { changed: Comparison | null; cancelledBy: KnownStory['cancelledBy'] }

function entriesOf(
  { now, channelOf }: Intake,
  order: OrderToChange,
  { changed, cancelledBy }: Happened,
): TimelineEntry[] {
  const { id: orderId, channelId } = order
  const { name } = channelOf(channelId)
  return [
    ...(changed
      ? [
          {
            orderId,
            event: 'order.changed',
            description: `${name} changed the order: ${listed(changed.differences, mostChangesNamed)}.`,
            by: changed.telling.by,
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
