import { bigint, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'
import { platformPolicy } from './row-security.ts'

/*
 * What processes share while there is no Redis. All of it may be lost at any time, so the tables are UNLOGGED: writing to
 * them waits for no disk, and after a crash PostgreSQL begins with empty ones.
 */

/** How many calls there were in a window. `key` is a keyed hash of what is counted and of whom. */
export const sharedCounters = pgTable(
  'shared_tallies',
  { endsAt: moment('ends_at').notNull(), key: text('key').notNull(), count: integer('count').notNull() },
  // By the end first: old windows are found, and deleted by several processes, in one order.
  (table) => [platformPolicy(), primaryKey({ columns: [table.endsAt, table.key] })],
)

/** When a question that has a rate may be asked next, in milliseconds since 1970. */
export const sharedRateLimits = pgTable(
  'shared_turns',
  { key: text('key').primaryKey(), freeAt: bigint('free_at', { mode: 'number' }).notNull() },
  (table) => [platformPolicy(), index('shared_turns_free').on(table.freeAt)],
)

/** What one process has got and others can use, sealed. */
export const sharedCacheEntries = pgTable(
  'shared_texts',
  { key: text('key').primaryKey(), value: text('value').notNull(), endsAt: moment('ends_at').notNull() },
  () => [platformPolicy()],
)
