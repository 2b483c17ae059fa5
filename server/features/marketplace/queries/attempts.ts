import { and, eq, isNotNull, isNull, lte } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { amazonIntegrations } from '#server/platform/db/schema/marketplace.ts'
import type { AccountRecord } from './accounts.ts'

const isConnectionAttempt = isNull(amazonIntegrations.sellerId)

/** Takes the state away in the statement that finds it, so that of two answers with the same state one comes too late. */
export async function claimConnectionAttempt(tx: Tx, stateHash: string): Promise<AccountRecord | undefined> {
  const [claimed] = await tx
    .update(amazonIntegrations)
    .set({ authorizationState: null })
    .where(eq(amazonIntegrations.authorizationState, stateHash))
    .returning()
  return claimed
}

/** Locks the row of an attempt; undefined when it has become too old meanwhile and was cleared away. */
export async function lockConnectionAttempt(tx: Tx, attemptId: string): Promise<AccountRecord | undefined> {
  const [attempt] = await tx
    .select()
    .from(amazonIntegrations)
    .where(and(eq(amazonIntegrations.id, attemptId), isConnectionAttempt))
    .for('update')
  return attempt
}

/** Leaves nothing of an attempt that was taken; of an account's own row only the attempt goes. */
export async function endConnectionAttempt(tx: Tx, attemptId: string): Promise<void> {
  await tx.delete(amazonIntegrations).where(and(eq(amazonIntegrations.id, attemptId), isConnectionAttempt))
  await tx
    .update(amazonIntegrations)
    .set({ authorizationStateExpiresAt: null })
    .where(and(eq(amazonIntegrations.id, attemptId), isNull(amazonIntegrations.authorizationState)))
}

/** Attempts that nobody came back from in time. Answers how many there were. */
export async function deleteStaleConnectionAttempts(tx: Tx, now: Date): Promise<number> {
  const isStale = lte(amazonIntegrations.authorizationStateExpiresAt, now)
  const dropped = await tx.delete(amazonIntegrations).where(and(isConnectionAttempt, isStale))
  const cleared = await tx
    .update(amazonIntegrations)
    .set({ authorizationState: null, authorizationStateExpiresAt: null })
    .where(and(isNotNull(amazonIntegrations.sellerId), isStale))
  return (dropped.rowCount ?? 0) + (cleared.rowCount ?? 0)
}
