import { sql } from 'drizzle-orm'
import type { Topic } from '#contract/events.ts'
import { afterCommit, type Database, type Tx } from '../db/client.ts'
import type { Redis } from './redis.ts'

export const eventChannel = 'lockstep_events'

/** What travels between processes. A null company means: for every admin. */
export type ChangeNotice = { companyId: string | null; topic: Topic }

export type PublishChange = (tx: Tx, companyId: string | null, topic: Topic) => Promise<void>

/** PostgreSQL delivers it when the transaction commits, to every process that listens, and never if it rolls back. */
export const publishByNotify: PublishChange = async (tx, companyId, topic) => {
  await tx.execute(sql`select pg_notify(${eventChannel}, ${toPayload({ companyId, topic })})`)
}

/**
 * Through Redis, while it is there: PostgreSQL lets only one transaction at a time commit that has something to notify.
 * Redis is told after the commit, so a process that is killed between the two tells nobody; browsers then hear of it
 * with the next change, or look anew when they are next in front.
 */
export function createPublishChange(db: Database, redis: Redis | null): PublishChange {
  if (!redis) return publishByNotify
  const due = new Set<string>()
  const publish = () => {
    const texts = [...due]
    due.clear()
    void publishAll(db, redis, texts)
  }
  return async (tx, companyId, topic) => {
    if (!redis.isReady()) return publishByNotify(tx, companyId, topic)
    afterCommit(tx, () => {
      // All that a transaction has to say is said in the same turn, and once, as PostgreSQL does it.
      if (due.size === 0) queueMicrotask(publish)
      due.add(toPayload({ companyId, topic }))
    })
  }
}

/** Redis may have gone since. If PostgreSQL is away too, every browser will hear of a gap. */
async function publishAll(db: Database, redis: Redis, texts: string[]): Promise<void> {
  try {
    await redis.ask((client) => Promise.all(texts.map((text) => client.publish(eventChannel, text))))
  } catch {
    const notify = 'select pg_notify($1, text) from unnest($2::text[]) as text'
    await db.pool.query(notify, [eventChannel, texts]).catch(() => {})
  }
}

const toPayload = (notice: ChangeNotice) => JSON.stringify(notice)
