import { index, pgTable, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'
import { platformPolicy } from './row-security.ts'

/** Restores of this database to an earlier moment. `id` is the one that the restore wrote to PostgreSQL's settings. */
export const restores = pgTable(
  'restores',
  {
    id: uuid('id').primaryKey(),
    restoredTo: moment('restored_to').notNull(),
    /** When a process first saw the restored database. Earlier events were reported by the original database. */
    foundAt: moment('found_at').notNull(),
    /** When the gate was opened again. */
    reconciledAt: moment('reconciled_at'),
  },
  (table) => [platformPolicy(), index('restores_found').on(table.foundAt)],
)
