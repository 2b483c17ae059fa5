import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'

/** By its full name: of others, such as AET, it knows nothing or something else. */
export async function isTimeZoneOfDatabase(tx: Tx, name: string): Promise<boolean> {
  const { rows } = await tx.execute<{ isKnown: boolean }>(
    sql`select exists (select from pg_timezone_names where name = ${name}) as "isKnown"`,
  )
  return rows[0]?.isKnown ?? false
}
