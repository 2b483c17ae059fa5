import { and, eq, gte } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { orderEvents } from '#server/platform/db/schema/orders.ts'

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
