import { pgTable, text } from 'drizzle-orm/pg-core'
import { timestamps } from './columns.ts'
import { platformPolicy } from './row-security.ts'

/** Encrypted keys of the platform that survive a rotation of ENCRYPTION_KEY. */
export const vaultSecrets = pgTable(
  'vault_secrets',
  { name: text('name').primaryKey(), secret: text('secret').notNull(), ...timestamps() },
  () => [platformPolicy()],
)
