import { and, eq, ne, sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { companyAtRunTime } from '#server/platform/db/prepared.ts'
import { notifications } from '#server/platform/db/schema/notifications.ts'

type Columns = typeof notifications.$inferSelect
type Changes = Partial<
  Pick<
    Columns,
    | 'status'
    | 'error'
    | 'externalId'
    | 'sentAt'
    | 'attemptedAt'
    | 'dueAt'
    | 'heldUntil'
    | 'tries'
    | 'message'
    | 'templateData'
  >
>

/** For whoever holds its lock. */
export async function updateMessage(tx: Tx, companyId: string, id: string, changes: Changes): Promise<void> {
  await tx
    .update(notifications)
    .set(changes)
    .where(and(eq(notifications.companyId, companyId), eq(notifications.id, id)))
}

type Claim = { companyId: string; id: string; claimedAt: Date }

/** For whoever called the service. What somebody else has taken up meanwhile, because it took too long, is theirs. */
export async function updateClaimedMessage(
  tx: Tx,
  { companyId, id, claimedAt }: Claim,
  changes: Changes,
): Promise<void> {
  await tx
    .update(notifications)
    .set(changes)
    .where(
      and(
        eq(notifications.companyId, companyAtRunTime(companyId)),
        eq(notifications.id, id),
        eq(notifications.status, 'pending'),
        eq(notifications.attemptedAt, claimedAt),
      ),
    )
}

export async function skipMessages(tx: Tx, companyId: string, ids: readonly string[], error: string): Promise<void> {
  await tx
    .update(notifications)
    .set({ status: 'skipped', error })
    .where(and(eq(notifications.companyId, companyId), sql`${notifications.id} = any(${sql.param([...ids])}::uuid[])`))
}

/** Whether what the service knows under this id is another message of ours, in the same words to the same number. */
export async function isOtherMessage(tx: Tx, companyId: string, id: string, recipientHash: string, externalId: string) {
  const others = await tx
    .select({ id: notifications.id })
    .from(notifications)
    .where(
      and(
        eq(notifications.companyId, companyId),
        eq(notifications.recipientHash, recipientHash),
        eq(notifications.externalId, externalId),
        ne(notifications.id, id),
      ),
    )
    .limit(1)
  return others.length > 0
}
