import { sql } from 'drizzle-orm'
import type { Topic } from '#contract/events.ts'
import type { Tx } from '../db/client.ts'

export const eventChannel = 'lockstep_events'

/** What travels between processes. A null company means: for every admin. */
export type Announcement = { companyId: string | null; topic: Topic }

/** PostgreSQL delivers it when the transaction commits, to every process that listens, and never if it rolls back. */
export async function announce(tx: Tx, companyId: string | null, topic: Topic): Promise<void> {
  const announcement: Announcement = { companyId, topic }
  await tx.execute(sql`select pg_notify(${eventChannel}, ${JSON.stringify(announcement)})`)
}
