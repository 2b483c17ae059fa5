import { sql } from 'drizzle-orm'
import { boolean, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { notBlank, timestamps } from './columns.ts'
import { companyTable } from './company-table.ts'

/** A named combination of filters on a screen, private to its maker unless shared with the company. */
export const savedViews = companyTable(
  'saved_views',
  {
    userId: uuid('user_id').notNull(),
    screen: text('screen').notNull(),
    name: text('name').notNull(),
    filters: jsonb('filters').notNull(),
    isShared: boolean('is_shared').notNull().default(false),
    ...timestamps(),
  },
  (table) => [
    notBlank(table.name),
    uniqueIndex('saved_views_name').on(table.companyId, table.screen, table.userId, sql`lower(${table.name})`),
  ],
)
