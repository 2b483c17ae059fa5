import { and, desc, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { signingSecrets } from '#server/platform/db/schema/settings.ts'

type EncryptedSecret = { id: string; secret: string; createdAt: Date; expiresAt: Date | null }

const { id, secret, createdAt, expiresAt } = signingSecrets

/** Newest first. */
export async function listValidSigningSecrets(tx: Tx, companyId: string, now: Date): Promise<EncryptedSecret[]> {
  return tx
    .select({ id, secret, createdAt, expiresAt })
    .from(signingSecrets)
    .where(
      and(
        eq(signingSecrets.companyId, companyId),
        or(isNull(signingSecrets.expiresAt), gt(signingSecrets.expiresAt, now)),
      ),
    )
    .orderBy(desc(signingSecrets.createdAt), desc(signingSecrets.id))
}

/** Until the transaction ends nobody else makes the company's first one. */
export async function lockSigningSecrets(tx: Tx, companyId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('signing secrets'), hashtext(${companyId}))`)
}

/** None signs from `at` on, unless its time is over sooner. */
export async function expireSigningSecrets(tx: Tx, companyId: string, at: Date): Promise<void> {
  await tx
    .update(signingSecrets)
    .set({ expiresAt: sql`least(${expiresAt}, ${at.toISOString()}::timestamptz)` })
    .where(eq(signingSecrets.companyId, companyId))
}

export async function deleteExpiredSigningSecrets(tx: Tx, companyId: string, now: Date): Promise<void> {
  await tx.delete(signingSecrets).where(and(eq(signingSecrets.companyId, companyId), lte(expiresAt, now)))
}

export async function insertSigningSecret(tx: Tx, row: typeof signingSecrets.$inferInsert): Promise<void> {
  await tx.insert(signingSecrets).values(row)
}
