import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'

/** An account that comes back has its listings read anew. */
export async function deleteListingsOfDisconnected(tx: Tx, companyId: string, before: Date): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    delete from amazon_listings l using amazon_integrations a
    where l.company_id = ${companyId} and a.company_id = ${companyId} and a.id = l.integration_id
      and a.disconnected_at < ${before.toISOString()}`)
  return rowCount ?? 0
}
