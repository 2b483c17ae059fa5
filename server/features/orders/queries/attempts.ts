import { and, eq } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { fulfillmentItems, fulfillments } from '#server/platform/db/schema/fulfillment.ts'
import type { Attempt } from './sent-order.ts'

export type AttemptChanges = Partial<Omit<Attempt, 'companyId' | 'id' | 'orderId' | 'items'>>

export async function updateAttempt(tx: Tx, { companyId, id }: Attempt, changes: AttemptChanges): Promise<void> {
  await tx
    .update(fulfillments)
    .set(changes)
    .where(and(eq(fulfillments.companyId, companyId), eq(fulfillments.id, id)))
}

export type AttemptItem = Attempt['items'][number]

export async function updateUnfulfillable(tx: Tx, { companyId }: Attempt, item: AttemptItem): Promise<void> {
  const { fulfillmentId, orderItemId, cancelledQuantity, unfulfillableQuantity } = item
  await tx
    .update(fulfillmentItems)
    .set({ cancelledQuantity, unfulfillableQuantity })
    .where(
      and(
        eq(fulfillmentItems.companyId, companyId),
        eq(fulfillmentItems.fulfillmentId, fulfillmentId),
        eq(fulfillmentItems.orderItemId, orderItemId),
      ),
    )
}
