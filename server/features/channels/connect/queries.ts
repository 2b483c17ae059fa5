import { and, asc, eq, gt, isNotNull, lt, lte, sql } from 'drizzle-orm'
import type { ConnectStatus } from '#contract/channel-values.ts'
import { AppError } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { channelConnectAttempts as attempts, channels } from '#server/platform/db/schema/channels.ts'
import { companies } from '#server/platform/db/schema/companies.ts'
import type { AdapterState } from '#server/ports/channel.ts'

export type AttemptRecord = typeof attempts.$inferSelect

export async function insertAttempt(tx: Tx, attempt: typeof attempts.$inferInsert): Promise<void> {
  await tx.insert(attempts).values(attempt)
}

export async function getAttemptOrThrow(tx: Tx, companyId: string, attemptId: string): Promise<AttemptRecord> {
  const [found] = await tx
    .select()
    .from(attempts)
    .where(and(eq(attempts.companyId, companyId), eq(attempts.id, attemptId)))
  if (!found) throw new AppError('not_found', say('This connection attempt does not exist.'))
  return found
}

/** Finds an open attempt and ends its token in one statement, so that of two posts with one token only one gets it. */
export async function claimAttempt(
  tx: Tx,
  companyId: string,
  { tokenHash, now }: { tokenHash: string; now: Date },
): Promise<AttemptRecord | null> {
  const [claimed] = await tx
    .update(attempts)
    .set({ tokenHash: sql`'used ' || ${attempts.id}::text` })
    .where(
      and(
        eq(attempts.companyId, companyId),
        eq(attempts.tokenHash, tokenHash),
        eq(attempts.status, 'waiting'),
        gt(attempts.expiresAt, now),
        sql`exists (select from ${companies} where ${companies.id} = ${companyId} and ${companies.isActive})`,
      ),
    )
    .returning()
  return claimed ?? null
}

type Ending = { status: ConnectStatus; channelId: string | null; problem: string | null }

export async function endAttempt(tx: Tx, { companyId, id }: AttemptRecord, ending: Ending): Promise<void> {
  await tx
    .update(attempts)
    .set(ending)
    .where(and(eq(attempts.companyId, companyId), eq(attempts.id, id)))
}

/** Attempts are kept for a day, so that a browser that comes back late still learns how one went. */
export async function deleteOldAttempts(tx: Tx, companyId: string, before: Date): Promise<number> {
  const { rowCount } = await tx
    .delete(attempts)
    .where(and(eq(attempts.companyId, companyId), lt(attempts.createdAt, before)))
  return rowCount ?? 0
}

type WebhookCheck = { channelId: string; at: Date; problem: string | null; state: AdapterState }

/** `state` is added to what is known about the account. */
export async function recordWebhookCheck(
  tx: Tx,
  companyId: string,
  { channelId, at, problem, state }: WebhookCheck,
): Promise<void> {
  await tx
    .update(channels)
    .set({
      webhooksCheckedAt: at,
      webhooksError: problem,
      adapterState: sql`${channels.adapterState} || ${JSON.stringify(state)}::jsonb`,
    })
    .where(and(eq(channels.companyId, companyId), eq(channels.id, channelId)))
}

/** Connected channels whose credentials end before the moment. */
export async function listEndingCredentials(tx: Tx, companyId: string, before: Date) {
  return tx
    .select({ id: channels.id, name: channels.name, expireAt: channels.credentialsExpireAt })
    .from(channels)
    .where(
      and(
        eq(channels.companyId, companyId),
        isNotNull(channels.credentials),
        lte(channels.credentialsExpireAt, before),
      ),
    )
    .orderBy(asc(channels.id))
}
