import { and, eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { orders } from '#server/platform/db/schema/orders.ts'

/**
 * What people write about an order may name its customer, and nobody comes back to an erased one to erase that too. Until
 * the transaction ends, nobody erases this one.
 */
export async function refuseErased(tx: Tx, companyId: string, orderId: string): Promise<void> {
  const [order] = await tx
    .select({ erasedAt: orders.erasedAt })
    .from(orders)
    .where(and(eq(orders.companyId, companyId), eq(orders.id, orderId)))
    .for('share')
  if (order?.erasedAt) throw new AppError('conflict', 'The customer’s data of this order have been erased.')
}
