import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { attentionItems } from '#server/platform/db/schema/attention.ts'

/** Why an order ever waited for a person, by now seen to or not. */
export async function listAttentionOf(tx: Tx, companyId: string, orderId: string) {
  return tx
    .select({
      code: attentionItems.code,
      reason: attentionItems.reason,
      isOpen: sql<boolean>`${attentionItems.resolvedAt} is null`,
    })
    .from(attentionItems)
    .where(and(eq(attentionItems.companyId, companyId), eq(attentionItems.orderId, orderId)))
}
