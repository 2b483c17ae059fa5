import type { OrderToChange } from '../queries/orders-to-change.ts'
import { planAfterSubmission } from './after-sending.ts'
import { toBuyer } from './buyers.ts'
import { isBeforeRestore } from './cancellation.ts'
import { diffOrder } from './differences.ts'
import { planBeforeSubmission } from './following.ts'
import { latest, type KnownOrderState, type SnapshotEvent } from './fold-news.ts'
import type { IntakeContext } from './intake-context.ts'
import { matchLines } from './match-lines.ts'
import { toOrderColumns } from './order-row.ts'
import { planReopenedNotice, channelUpdateTime } from './reopening.ts'
import { noShippedNotice, planShippedNotice } from './shipped-by-channel.ts'
import type { OrderComparison, Revision } from './revision.ts'
import type { TimelineEntry } from '../timeline.ts'

/** What a story changes of an order that is here. One whose customer has been erased is over, and stays erased. */
export function planRevision(intake: IntakeContext, order: OrderToChange, state: KnownOrderState): Revision {
  const comparison = state.telling && !order.isErased ? compareOrder(intake, order, state.telling) : null
  const plan = isSubmitted(order) ? planAfterSubmission : planBeforeSubmission
  const { change, ...rows } = plan(intake, order, state, comparison)
  const reopened = reopenedNotice(intake, order, state)
  const shipped = shippedNotice(intake, order, state)
  const raised = [...reopened.raised, ...shipped.raised]
  return {
    ...rows,
    change: {
      ...change,
      outcome: change.outcome === 'nothing_new' && raised.length > 0 ? 'changed' : change.outcome,
      raised: [...change.raised, ...raised],
      entries: [...change.entries, ...reopened.entries, ...shipped.entries, ...lateEventEntries(intake, order, state)],
    },
  }
}

function reopenedNotice(
  intake: IntakeContext,
  order: OrderToChange,
  { telling: snapshot, cancelledBy }: KnownOrderState,
) {
  const channelTimes = {
    updatedAt: latest(order.updatedByChannelAt, channelUpdateTime(snapshot)),
    cancelledAt: latest(order.cancelledByChannelAt, cancelledBy?.at ?? null),
  }
  if (isBeforeRestore(channelTimes.cancelledAt, order)) return { raised: [], entries: [] }
  return planReopenedNotice(intake, order, channelTimes, (snapshot ?? cancelledBy)?.by ?? intake.ctx.actor)
}

/** Once Amazon has the order, it is our own report of its shipping that comes back. */
const shippedNotice = (intake: IntakeContext, order: OrderToChange, { shippedBy, cancelledBy }: KnownOrderState) =>
  shippedBy && !cancelledBy && ['placed', 'acknowledged'].includes(order.status)
    ? planShippedNotice(intake, order, shippedBy.by)
    : noShippedNotice

const isSubmitted = ({ status, wasSent }: OrderToChange): boolean =>
  wasSent || !['placed', 'acknowledged', 'cancelled'].includes(status)

function compareOrder(intake: IntakeContext, order: OrderToChange, snapshot: SnapshotEvent): OrderComparison {
  const columns = toOrderColumns(intake, order.id, order.channelId, snapshot.order)
  const row = { ...columns, shippingAddressId: nextAddressId(order, columns) }
  const lines = matchLines(order.lines, snapshot.order.items)
  const { emailHash } = toBuyer(intake.ctx, snapshot.order)
  return { snapshot, row, lines, differences: diffOrder(order, { row, emailHash, lines }) }
}

/** What a person has corrected stands until the channel tells another address. */
const nextAddressId = (known: OrderToChange, columns: ReturnType<typeof toOrderColumns>): string | null =>
  known.isAddressCorrected && known.channelAddressHash === columns.channelAddressHash
    ? known.shippingAddressId
    : columns.shippingAddressId

const lateEventEntries = (
  { now }: IntakeContext,
  { id: orderId }: OrderToChange,
  { late }: KnownOrderState,
): TimelineEntry[] =>
  late.map(({ at, by }) => ({
    orderId,
    event: 'order.late_news',
    description: `News of ${at?.toISOString()} came late and changed nothing.`,
    by,
    at: now,
  }))
