import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'

/** Such as 18.4; some builds put their own name behind it. */
export async function readServerVersion(tx: Tx): Promise<string> {
  const { rows } = await tx.execute<{ version: string }>(
    sql`select split_part(current_setting('server_version'), ' ', 1) as version`,
  )
  return rows[0]?.version ?? ''
}
