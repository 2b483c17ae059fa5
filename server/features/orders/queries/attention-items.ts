import { and, eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { attentionItems } from '#server/platform/db/schema/attention.ts'
import { lockOrders } from './lock-orders.ts'

const byId = (companyId: string, attentionId: string) =>
  and(eq(attentionItems.companyId, companyId), eq(attentionItems.id, attentionId))

/** The order before what keeps it, as those who take orders in lock them: what they raise meanwhile is seen then. */
export async function lockAttention(tx: Tx, companyId: string, attentionId: string) {
  const [found] = await tx
    .select({ orderId: attentionItems.orderId })
    .from(attentionItems)
    .where(byId(companyId, attentionId))
  if (found?.orderId) await lockOrders(tx, companyId, [found.orderId])
  const [item] = await tx.select().from(attentionItems).where(byId(companyId, attentionId)).for('update')
  if (!item) throw new AppError('not_found', 'There is no such thing on the list.')
  return item
}

export async function updateResolved(
  tx: Tx,
  companyId: string,
  attentionId: string,
  { at, resolution }: { at: Date; resolution: string },
): Promise<void> {
  await tx.update(attentionItems).set({ resolvedAt: at, resolution }).where(byId(companyId, attentionId))
}
