import { and, eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { orders } from '#server/platform/db/schema/orders.ts'

/** Until the transaction ends, nobody erases an order that is not. */
export async function isErased(tx: Tx, companyId: string, orderId: string): Promise<boolean> {
  const [order] = await tx
    .select({ erasedAt: orders.erasedAt })
    .from(orders)
    .where(and(eq(orders.companyId, companyId), eq(orders.id, orderId)))
    .for('share')
  return Boolean(order?.erasedAt)
}

/** What people write about an order may name its customer, and nobody comes back to an erased one to erase that too. */
export async function assertNotErased(tx: Tx, companyId: string, orderId: string): Promise<void> {
  if (await isErased(tx, companyId, orderId)) {
    throw new AppError('conflict', 'The customer’s data of this order have been erased.')
  }
}
