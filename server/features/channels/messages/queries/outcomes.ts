import { and, eq, isNull, sql } from 'drizzle-orm'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { attentionItems } from '#server/platform/db/schema/attention.ts'
import { orderEvents } from '#server/platform/db/schema/orders.ts'
import { newId } from '#server/platform/ids.ts'

type TimelineEntry = { orderId: string; event: string; description: string; reason: string | null }

export async function addToTimeline(
  tx: Tx,
  { companyId, actor, clock }: CompanyContext,
  entry: TimelineEntry,
): Promise<void> {
  await tx.insert(orderEvents).values({
    ...entry,
    companyId,
    id: newId(),
    actorType: actor.type,
    actorName: actor.name,
    occurredAt: clock.now(),
  })
}

type FailedPushBack = { companyId: string; orderId: string; reason: string; at: Date }

/** The order waits for a person, unless it does already for the same cause. */
export async function raisePushBackFailed(tx: Tx, { companyId, orderId, reason, at }: FailedPushBack): Promise<void> {
  await tx
    .insert(attentionItems)
    .values({ companyId, id: newId(), orderId, code: 'push_back_failed', reason, raisedAt: at })
    .onConflictDoNothing()
}

type ResolvedPushBack = { companyId: string; orderId: string; at: Date }

/** Once the channel has heard all that it is to hear of the order, nobody needs to look after it. */
export async function resolvePushBackFailed(tx: Tx, { companyId, orderId, at }: ResolvedPushBack): Promise<void> {
  await tx
    .update(attentionItems)
    .set({ resolvedAt: at, resolution: 'The channel has been told.' })
    .where(
      and(
        eq(attentionItems.companyId, companyId),
        eq(attentionItems.orderId, orderId),
        eq(attentionItems.code, 'push_back_failed'),
        isNull(attentionItems.resolvedAt),
        sql`not exists (
          select from channel_deliveries d
          where d.company_id = ${companyId} and d.order_id = ${orderId} and d.status = 'failed'
        )`,
      ),
    )
}
