import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'

export type ActiveAccount = { id: string; name: string }

/** Those that Amazon lets us into. */
export async function listActiveAccounts(tx: Tx, companyId: string): Promise<ActiveAccount[]> {
  const { rows } = await tx.execute<ActiveAccount>(sql`
    select id, name from amazon_integrations
    where company_id = ${companyId} and is_active and disconnected_at is null and seller_id is not null
    order by created_at, id`)
  return rows
}

export async function recordAccountSynced(tx: Tx, companyId: string, accountId: string, at: Date): Promise<void> {
  await tx.execute(sql`
    update amazon_integrations set last_synced_at = ${at.toISOString()}, updated_at = now()
    where company_id = ${companyId} and id = ${accountId}`)
}
