import { index, pgTable, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'
import { platformPolicy } from './row-security.ts'

/** Each time that this database was brought back to an earlier moment. `id` is the one that the restore left in its settings. */
export const restores = pgTable(
  'restores',
  {
    id: uuid('id').primaryKey(),
    restoredTo: moment('restored_to').notNull(),
    /** When a process first met the copy. All that the outside was told before it was told by the database before. */
    foundAt: moment('found_at').notNull(),
    /** Since when it tells the outside again. */
    reconciledAt: moment('reconciled_at'),
  },
  (table) => [platformPolicy(), index('restores_found').on(table.foundAt)],
)
