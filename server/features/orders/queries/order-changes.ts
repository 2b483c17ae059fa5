import { and, eq } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { orders } from '#server/platform/db/schema/orders.ts'

type OrderColumns = Partial<
  Pick<
    typeof orders.$inferSelect,
    | 'status'
    | 'customerId'
    | 'shippingAddressId'
    | 'channelAddressHash'
    | 'heldAt'
    | 'holdReason'
    | 'partialReason'
    | 'fulfillAfter'
    | 'shippedAt'
    | 'deliveredAt'
    | 'cancelledAt'
    | 'restoredAt'
    | 'reviewRequestedAt'
  >
>

/** For whoever has locked the order. */
export async function updateOrder(tx: Tx, companyId: string, orderId: string, changes: OrderColumns): Promise<void> {
  await tx
    .update(orders)
    .set(changes)
    .where(and(eq(orders.companyId, companyId), eq(orders.id, orderId)))
}
