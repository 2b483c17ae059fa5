import { sql } from 'drizzle-orm'
import type { Topic } from '#contract/events.ts'
import { afterCommit, type Database, type Tx } from '../db/client.ts'
import type { Redis } from './redis.ts'

export const eventChannel = 'lockstep_events'

/** The message between processes. A null company addresses provider staff. */
export type ChangeNotice = { companyId: string | null; topic: Topic }

export type PublishChange = (tx: Tx, companyId: string | null, topic: Topic) => Promise<void>

/** NOTIFY: PostgreSQL delivers it to every listening process when the transaction commits, and never if it rolls back. */
export const publishByNotify: PublishChange = async (tx, companyId, topic) => {
  await tx.execute(sql`select pg_notify(${eventChannel}, ${toPayload({ companyId, topic })})`)
}

/**
 * Publishes through Redis while it is reachable, because PostgreSQL serializes the commits of transactions that NOTIFY. Redis gets
 * the message after the commit, so a process that is killed in between publishes nothing; browsers then refetch with the next
 * change or when their window gets the focus.
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
      // Like NOTIFY, duplicates of one transaction are sent once: they are collected until the next microtask.
      if (due.size === 0) queueMicrotask(publish)
      due.add(toPayload({ companyId, topic }))
    })
  }
}

/** Falls back to NOTIFY when Redis became unreachable. If PostgreSQL is down too, the hub signals a gap to every browser. */
async function publishAll(db: Database, redis: Redis, texts: string[]): Promise<void> {
  try {
    await redis.run((client) => Promise.all(texts.map((text) => client.publish(eventChannel, text))))
  } catch {
    const notify = 'select pg_notify($1, text) from unnest($2::text[]) as text'
    await db.pool.query(notify, [eventChannel, texts]).catch(() => {})
  }
}

const toPayload = (notice: ChangeNotice) => JSON.stringify(notice)
