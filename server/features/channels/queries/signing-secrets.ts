import { and, desc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { signingSecrets } from '#server/platform/db/schema/settings.ts'

type SealedSecret = { id: string; secret: string }

/** Newest first. */
export async function listGoodSigningSecrets(tx: Tx, companyId: string, now: Date): Promise<SealedSecret[]> {
  return tx
    .select({ id: signingSecrets.id, secret: signingSecrets.secret })
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

export async function insertSigningSecret(tx: Tx, secret: typeof signingSecrets.$inferInsert): Promise<void> {
  await tx.insert(signingSecrets).values(secret)
}
