import type { Database } from '#server/platform/db/client.ts'

/** How many transactions wait for another one of this database. */
export async function countLockWaits({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.count ?? 0
}
