import { inEnglish, type Message, say } from '#contract/i18n.ts'
import type { AttentionCode } from '#contract/order-status.ts'
import { listWithLimit, type OrderToCheck } from '../attention/rules.ts'
import type { TimelineEntry } from '../timeline.ts'
import { priceOrder } from './amounts.ts'
import { toBuyer } from './buyers.ts'
import { planHold, type toHoldColumns } from './channel-hold.ts'
import { diffOrder, type MatchedLines, matchLines } from './diff-order.ts'
import type { OrderChange } from './order-change.ts'
import { type KnownOrderState, latest, type OrderEvent, type SnapshotEvent } from './order-events.ts'
import {
  buildCancellationMessage,
  channelUpdateTime,
  noShippedNotice,
  planAddressNotice,
  planReopenedNotice,
  planShippedNotice,
} from './order-notices.ts'
import { type IntakeContext, toLineRow, toOrderColumns, toRevisedLine } from './order-rows.ts'
import { changedPromotionClaim } from './promotion-claim.ts'
import type { OrderToChange } from './revision-queries.ts'

type Revision = {
  row: (ReturnType<typeof toOrderColumns> & { id: string }) | null
  matchedLines: readonly ReturnType<typeof toRevisedLine>[]
  addedLines: readonly ReturnType<typeof toLineRow>[]
  /** Null when the channel says nothing new about a hold. */
  hold: ({ id: string } & ReturnType<typeof toHoldColumns>) | null
  change: OrderChange
}

type RevisionPlan = Omit<Revision, 'hold'>

/** Incoming order compared with the stored one; `differences` in words. */
type OrderComparison = {
  snapshot: SnapshotEvent
  row: ReturnType<typeof toOrderColumns>
  lines: MatchedLines
  differences: Message[]
}

/** Plans what a state changes on a stored order. An order with an erased customer takes no new data. */
export function planRevision(intake: IntakeContext, order: OrderToChange, state: KnownOrderState): Revision {
  const comparison = state.latestSnapshot && !order.isErased ? compareOrder(intake, order, state.latestSnapshot) : null
  const plan = isSubmitted(order) ? planAfterSubmission : planBeforeSubmission
  const { change, ...rows } = plan(intake, order, state, comparison)
  const reopened = reopenedNotice(intake, order, state)
  const shipped = shippedNotice(intake, order, state)
  const hold = planHold(intake, order, state)
  const raised = [...reopened.raised, ...shipped.raised, ...hold.raised]
  const isNews = raised.length > 0 || hold.isChanged
  return {
    ...rows,
    hold: hold.columns && { id: order.id, ...hold.columns },
    change: {
      ...change,
      outcome: change.outcome === 'nothing_new' && isNews ? 'changed' : change.outcome,
      isHoldChanged: hold.isChanged,
      mayRestock: state.cancelledBy !== null || (comparison?.differences.length ?? 0) > 0,
      resolves: [...change.resolves, ...hold.resolves],
      raised: [...change.raised, ...raised],
      entries: [
        ...change.entries,
        ...reopened.entries,
        ...shipped.entries,
        ...hold.entries,
        ...lateEventEntries(intake, order, state),
      ],
      messages: [...change.messages, ...hold.messages],
    },
  }
}

const isSubmitted = ({ status, wasSent }: OrderToChange): boolean =>
  wasSent || !['placed', 'acknowledged', 'cancelled'].includes(status)

function compareOrder(intake: IntakeContext, order: OrderToChange, snapshot: SnapshotEvent): OrderComparison {
  const columns = toOrderColumns(intake, order.id, order.channelId, snapshot.order)
  const row = { ...columns, shippingAddressId: nextAddressId(order, columns) }
  const lines = matchLines(order.lines, snapshot.order.items)
  const { emailHash } = toBuyer(intake.ctx, snapshot.order)
  return { snapshot, row, lines, differences: diffOrder(order, { row, emailHash, lines }) }
}

/** An address corrected by a person stands until the channel sends another one. */
const nextAddressId = (known: OrderToChange, columns: ReturnType<typeof toOrderColumns>): string | null =>
  known.isAddressCorrected && known.channelAddressHash === columns.channelAddressHash
    ? known.shippingAddressId
    : columns.shippingAddressId

/** Before submission: the order follows its channel. */
function planBeforeSubmission(
  intake: IntakeContext,
  order: OrderToChange,
  state: KnownOrderState,
  comparison: OrderComparison | null,
): RevisionPlan {
  const { id: orderId, orderNumber, channelId } = order
  const cancelledBy = effectiveCancellation(state, order)
  const isCancelled = cancelledBy !== null && order.status !== 'cancelled'
  const isOpen = order.status !== 'cancelled' && !isCancelled
  const changed = comparison && comparison.differences.length > 0 ? comparison : null
  const addedLines = changed ? buildAddedLines(intake, order, changed) : []
  const matchedLines =
    changed?.lines.matched.map(({ known, incoming }) => toRevisedLine(intake, channelId, known, incoming)) ?? []
  const hasNewAddress = changed !== null && isOpen && changed.row.channelAddressHash !== order.channelAddressHash
  return {
    row: changed && { id: orderId, ...changed.row },
    matchedLines,
    addedLines,
    change: {
      orderId,
      orderNumber,
      channelId,
      outcome: isCancelled ? 'cancelled' : changed ? 'changed' : 'nothing_new',
      holds: isCancelled ? 'cancelled' : changed && isOpen ? 'revised' : 'unchanged',
      isHoldChanged: false,
      mayRestock: false,
      resolves: hasNewAddress ? ['bad_address'] : [],
      removedLines: changed?.lines.removed.map(({ id }) => id) ?? [],
      orderToCheck: changed && isOpen ? toOrderToCheck(orderId, changed, [...matchedLines, ...addedLines]) : null,
      claim: changed && isOpen ? changedPromotionClaim(order, changed.snapshot.order) : null,
      raised: hasNewAddress ? planAddressNotice(orderId, changed.snapshot.order) : [],
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

const toOrderToCheck = (
  orderId: string,
  { snapshot }: OrderComparison,
  lines: OrderToCheck['lines'],
): OrderToCheck => ({
  orderId,
  lines,
  difference: priceOrder(snapshot.order).difference,
})

type RevisionFacts = { changed: OrderComparison | null; cancelledBy: KnownOrderState['cancelledBy'] }

const maxListedChanges = 20

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
            description: say('{channel} changed the order: {changes}.', {
              channel: name,
              changes: listWithLimit(changed.differences, maxListedChanges),
            }),
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
            description: say('{channel} cancelled the order.', { channel: name }),
            by: cancelledBy.by,
            at: now,
          },
        ]
      : []),
  ]
}

type ChannelNotice = {
  code: Extract<AttentionCode, 'changed_after_sending' | 'cancelled_by_channel'>
  reason: Message
  by: OrderEvent['by']
}

/** After submission: the order does not change; each difference raises attention once. */
function planAfterSubmission(
  { now, channelOf }: IntakeContext,
  order: OrderToChange,
  state: KnownOrderState,
  comparison: OrderComparison | null,
): RevisionPlan {
  const { id: orderId, orderNumber, channelId, attentions } = order
  const cancelledBy = effectiveCancellation(state, order)
  const about = { channel: channelOf(channelId).name, sender: order.isShippedBySeller ? 'seller' : 'amazon' }
  const notices: ChannelNotice[] = [
    ...(comparison && comparison.differences.length > 0
      ? [
          {
            code: 'changed_after_sending' as const,
            reason: say(
              '{channel} changed the order {sender, select, seller {after you shipped it} other {after it was sent to Amazon}}: {changes}.',
              { ...about, changes: listWithLimit(comparison.differences) },
            ),
            by: comparison.snapshot.by,
          },
        ]
      : []),
    ...(cancelledBy
      ? [
          {
            code: 'cancelled_by_channel' as const,
            reason: say(
              '{channel} cancelled the order {sender, select, seller {after you shipped it} other {after it was sent to Amazon}}.',
              about,
            ),
            by: cancelledBy.by,
          },
        ]
      : []),
  ]
  const isKnown = (notice: ChannelNotice) =>
    attentions.some(({ code, reason }) => code === notice.code && reason === inEnglish(notice.reason))
  const raised = order.status === 'cancelled' ? [] : notices.filter((notice) => !isKnown(notice))
  return {
    row: null,
    matchedLines: [],
    addedLines: [],
    change: {
      orderId,
      orderNumber,
      channelId,
      outcome: raised.length > 0 ? 'changed' : 'nothing_new',
      holds: 'unchanged',
      isHoldChanged: false,
      mayRestock: false,
      resolves: [],
      removedLines: [],
      orderToCheck: null,
      claim: null,
      raised: raised.map(({ code, reason }) => ({ orderId, code, reason })),
      entries: raised.map((notice) => toEntry(orderId, notice, now)),
      messages: [],
    },
  }
}

const toEntry = (orderId: string, { code, reason, by }: ChannelNotice, at: Date): TimelineEntry => ({
  orderId,
  event: `order.${code}`,
  description: reason,
  by,
  at,
})

type Restorable = Pick<OrderToChange, 'restoredAt'>

/** The event that cancels an order, unless a person has restored the order since. */
export const effectiveCancellation = ({ cancelledBy }: KnownOrderState, order: Restorable): OrderEvent | null =>
  cancelledBy && isBeforeRestore(cancelledBy.at, order) ? null : cancelledBy

const isBeforeRestore = (cancelledAt: Date | null, { restoredAt }: Restorable): boolean =>
  cancelledAt !== null && restoredAt !== null && cancelledAt <= restoredAt

function reopenedNotice(
  intake: IntakeContext,
  order: OrderToChange,
  { latestSnapshot: snapshot, cancelledBy }: KnownOrderState,
) {
  const channelTimes = {
    updatedAt: latest(order.updatedByChannelAt, channelUpdateTime(snapshot)),
    cancelledAt: latest(order.cancelledByChannelAt, cancelledBy?.at ?? null),
  }
  if (isBeforeRestore(channelTimes.cancelledAt, order)) return { raised: [], entries: [] }
  return planReopenedNotice(intake, order, channelTimes, (snapshot ?? cancelledBy)?.by ?? intake.ctx.actor)
}

/** Once Amazon has the order, this event is only the echo of our own shipping report. */
const shippedNotice = (intake: IntakeContext, order: OrderToChange, { shippedBy, cancelledBy }: KnownOrderState) =>
  shippedBy && !cancelledBy && ['placed', 'acknowledged'].includes(order.status)
    ? planShippedNotice(intake, order, shippedBy.by)
    : noShippedNotice

const lateEventEntries = (
  { now }: IntakeContext,
  { id: orderId }: OrderToChange,
  { lateEvents }: KnownOrderState,
): TimelineEntry[] =>
  lateEvents.map(({ at, by }) => ({
    orderId,
    event: 'order.late_news',
    description: say('An update from {time} arrived late and changed nothing.', { time: at?.toISOString() ?? '' }),
    by,
    at: now,
  }))
