import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'

/** Two accounts that tell of the same SKU must not both become its home, nor both add it. */
export async function lockStockWrites(tx: Tx, companyId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('marketplace stock'), hashtext(${companyId}))`)
}
