import type { OrderToChange } from '../queries/orders-to-change.ts'
import { planAfterSending } from './after-sending.ts'
import { buyerOf } from './buyers.ts'
import { isOver } from './cancellation.ts'
import { differencesOf } from './differences.ts'
import { planFollowing } from './following.ts'
import { latest, type KnownStory, type Telling } from './fold-news.ts'
import type { Intake } from './intake-context.ts'
import { matchLines } from './match-lines.ts'
import { orderRow } from './order-row.ts'
import { reopeningOf, updatedAtOf } from './reopening.ts'
import { nothingShipped, shippingOf } from './shipped-by-channel.ts'
import type { Comparison, Revision } from './revision.ts'
import type { TimelineEntry } from '../timeline.ts'

/** What a story changes of an order that is here. One whose customer has been erased is over, and stays erased. */
export function planRevision(intake: Intake, order: OrderToChange, story: KnownStory): Revision {
  const comparison = story.telling && !order.isErased ? compare(intake, order, story.telling) : null
  const plan = isWithAmazon(order) ? planAfterSending : planFollowing
  const { change, ...rows } = plan(intake, order, story, comparison)
  const reopening = reopeningIn(intake, order, story)
  const shipping = shippingIn(intake, order, story)
  const raised = [...reopening.raised, ...shipping.raised]
  return {
    ...rows,
    change: {
      ...change,
      outcome: change.outcome === 'nothing_new' && raised.length > 0 ? 'changed' : change.outcome,
      raised: [...change.raised, ...raised],
      entries: [...change.entries, ...reopening.entries, ...shipping.entries, ...lateEntries(intake, order, story)],
    },
  }
}

function reopeningIn(intake: Intake, order: OrderToChange, { telling, cancelledBy }: KnownStory) {
  const moments = {
    updatedAt: latest(order.updatedByChannelAt, updatedAtOf(telling)),
    cancelledAt: latest(order.cancelledByChannelAt, cancelledBy?.at ?? null),
  }
  if (isOver(moments.cancelledAt, order)) return { raised: [], entries: [] }
  return reopeningOf(intake, order, moments, (telling ?? cancelledBy)?.by ?? intake.ctx.actor)
}

/** Once Amazon has the order, it is our own report of its shipping that comes back. */
const shippingIn = (intake: Intake, order: OrderToChange, { shippedBy, cancelledBy }: KnownStory) =>
  shippedBy && !cancelledBy && ['placed', 'acknowledged'].includes(order.status)
    ? shippingOf(intake, order, shippedBy.by)
    : nothingShipped

const isWithAmazon = ({ status, wasSent }: OrderToChange): boolean =>
  wasSent || !['placed', 'acknowledged', 'cancelled'].includes(status)

function compare(intake: Intake, order: OrderToChange, telling: Telling): Comparison {
  const told = orderRow(intake, order.id, order.channelId, telling.order)
  const row = { ...told, shippingAddressId: addressAfter(order, told) }
  const lines = matchLines(order.lines, telling.order.items)
  const { emailHash } = buyerOf(intake.ctx, telling.order)
  return { telling, row, lines, differences: differencesOf(order, { row, emailHash, lines }) }
}

/** What a person has corrected stands until the channel tells another address. */
const addressAfter = (known: OrderToChange, told: ReturnType<typeof orderRow>): string | null =>
  known.isAddressCorrected && known.channelAddressHash === told.channelAddressHash
    ? known.shippingAddressId
    : told.shippingAddressId

const lateEntries = ({ now }: Intake, { id: orderId }: OrderToChange, { late }: KnownStory): TimelineEntry[] =>
  late.map(({ at, by }) => ({
    orderId,
    event: 'order.late_news',
    description: `News of ${at?.toISOString()} came late and changed nothing.`,
    by,
    at: now,
  }))
