import { and, eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { attentionItems } from '#server/platform/db/schema/attention.ts'

export async function lockAttention(tx: Tx, companyId: string, attentionId: string) {
  const [item] = await tx
    .select()
    .from(attentionItems)
    .where(and(eq(attentionItems.companyId, companyId), eq(attentionItems.id, attentionId)))
    .for('update')
  if (!item) throw new AppError('not_found', 'There is no such thing on the list.')
  return item
}

export async function setResolved(
  tx: Tx,
  companyId: string,
  attentionId: string,
  { at, resolution }: { at: Date; resolution: string },
): Promise<void> {
  await tx
    .update(attentionItems)
    .set({ resolvedAt: at, resolution })
    .where(and(eq(attentionItems.companyId, companyId), eq(attentionItems.id, attentionId)))
}
