import type { OrderToChange } from '../queries/orders-to-change.ts'
import { planAfterSending } from './after-sending.ts'
import { addressHashOf, buyerOf } from './buyers.ts'
import { differencesOf } from './differences.ts'
import { planFollowing } from './following.ts'
import type { KnownStory, Telling } from './fold-news.ts'
import type { Intake } from './intake-context.ts'
import { matchLines } from './match-lines.ts'
import { orderRow } from './order-row.ts'
import type { Comparison, Revision } from './revision.ts'
import type { TimelineEntry } from '../timeline.ts'

/** What a story changes of an order that is here. One whose customer has been erased is over, and stays erased. */
export function planRevision(intake: Intake, order: OrderToChange, story: KnownStory): Revision {
  const comparison = story.telling && !order.isErased ? compare(intake, order, story.telling) : null
  const plan = isWithAmazon(order) ? planAfterSending : planFollowing
  const { change, ...rows } = plan(intake, order, story, comparison)
  return { ...rows, change: { ...change, entries: [...change.entries, ...lateEntries(intake, order, story)] } }
}

const isWithAmazon = ({ status, wasSent }: OrderToChange): boolean =>
  wasSent || !['placed', 'acknowledged', 'cancelled'].includes(status)

function compare(intake: Intake, order: OrderToChange, telling: Telling): Comparison {
  const row = orderRow(intake, order.id, order.channelId, telling.order)
  const lines = matchLines(order.lines, telling.order.items)
  const { emailHash } = buyerOf(intake.ctx, telling.order)
  const addressHash = addressHashOf(intake.ctx, telling.order)
  return { telling, row, lines, differences: differencesOf(order, { row, emailHash, addressHash, lines }) }
}

const lateEntries = ({ now }: Intake, { id: orderId }: OrderToChange, { late }: KnownStory): TimelineEntry[] =>
  late.map(({ at, by }) => ({
    orderId,
    event: 'order.late_news',
    description: `News of ${at?.toISOString()} came late and changed nothing.`,
    by,
    at: now,
  }))
