import { pgTable, text } from 'drizzle-orm/pg-core'
import { timestamps } from './columns.ts'
import { platformPolicy } from './row-security.ts'

/** Keys of the platform's own (encrypted text) that outlive the key they are encrypted with. */
export const vaultSecrets = pgTable(
  'vault_secrets',
  { name: text('name').primaryKey(), secret: text('secret').notNull(), ...timestamps() },
  () => [platformPolicy()],
)
