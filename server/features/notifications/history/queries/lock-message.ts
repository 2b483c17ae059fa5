import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'

/** So that of two who send it again at once, the second finds that it is being sent. */
export async function lockMessage(tx: Tx, companyId: string, notificationId: string): Promise<void> {
  await tx.execute(sql`
    select from notifications where company_id = ${companyId} and id = ${notificationId} for no key update`)
}
