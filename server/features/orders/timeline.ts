import { and, eq, gte } from 'drizzle-orm'
import { inEnglish, type Sentence } from '#contract/i18n.ts'
import type { Actor } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { insertRows } from '#server/platform/db/rows.ts'
import { sentencesOf } from '#server/platform/db/sentences.ts'
import { orderEvents } from '#server/platform/db/schema/orders.ts'
import { newId } from '#server/platform/ids.ts'

/** One entry of an order's timeline. `description` and `reason` are sentences without personal data. */
export type TimelineEntry = {
  orderId: string
  /** `noun.verb`, such as `order.placed`. */
  event: string
  description: Sentence
  reason?: Sentence
  /** Facts for programs, erased with the customer's data. */
  details?: Record<string, unknown>
  by: Actor
  at: Date
}

export const amazonActor: Actor = { type: 'system', name: 'Amazon' }

export async function recordTimeline(tx: Tx, companyId: string, entries: readonly TimelineEntry[]): Promise<void> {
  const rows = entries.map(({ orderId, event, description, reason, details, by, at }) => ({
    companyId,
    id: newId(),
    orderId,
    event,
    description: inEnglish(description),
    reason: reason === undefined ? null : inEnglish(reason),
    sentences: sentencesOf({ description, reason }),
    details: details ?? null,
    actorType: by.type,
    actorName: by.name,
    userId: by.type === 'user' ? by.userId : null,
    occurredAt: at,
  }))
  await insertRows(tx, orderEvents, rows)
}

type TimelineQuery = { orderId: string; event: string; since: Date }

export async function hasTimelineEntrySince(
  tx: Tx,
  companyId: string,
  { orderId, event, since }: TimelineQuery,
): Promise<boolean> {
  const found = await tx
    .select({ id: orderEvents.id })
    .from(orderEvents)
    .where(
      and(
        eq(orderEvents.companyId, companyId),
        eq(orderEvents.orderId, orderId),
        gte(orderEvents.occurredAt, since),
        eq(orderEvents.event, event),
      ),
    )
    .limit(1)
  return found.length > 0
}
