import { bigint, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'
import { platformPolicy } from './row-security.ts'

/*
 * State that processes share while there is no Redis. It may be lost at any time, so the tables are UNLOGGED: writes wait for no
 * disk, and after a crash PostgreSQL truncates them.
 */

/** Call counts per window (`request-limiter.ts`). `key` is a keyed hash of limit and caller. */
export const sharedCounters = pgTable(
  'shared_tallies',
  { endsAt: moment('ends_at').notNull(), key: text('key').notNull(), count: integer('count').notNull() },
  // `ends_at` first: several processes delete old windows in the same order.
  (table) => [platformPolicy(), primaryKey({ columns: [table.endsAt, table.key] })],
)

/** When the next call of a rate-limited operation is due (`rate-limiter.ts`), in milliseconds since 1970. */
export const sharedRateLimits = pgTable(
  'shared_turns',
  { key: text('key').primaryKey(), freeAt: bigint('free_at', { mode: 'number' }).notNull() },
  (table) => [platformPolicy(), index('shared_turns_free').on(table.freeAt)],
)

/** Encrypted cache entries (`shared-cache.ts`). */
export const sharedCacheEntries = pgTable(
  'shared_texts',
  { key: text('key').primaryKey(), value: text('value').notNull(), endsAt: moment('ends_at').notNull() },
  () => [platformPolicy()],
)
