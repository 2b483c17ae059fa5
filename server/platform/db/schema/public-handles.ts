import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { channels } from './channels.ts'
import { createdAt, moment } from './columns.ts'
import { companies } from './companies.ts'
import { apiKeys } from './settings.ts'
import { companyPolicy, platformPolicy } from './row-security.ts'

/**
 * Maps a public handle of an outside caller to its company. `handle` is a channel's id or the SHA-256 of an API key.
 */
export const publicHandles = pgTable(
  'public_handles',
  {
    handle: text('handle').primaryKey(),
    companyId: uuid('company_id')
      .notNull()
      .references(() => companies.id),
    channelId: uuid('channel_id'),
    apiKeyId: uuid('api_key_id'),
    /** A channel's feed key: function `key_holder` (migration 0018) lets it read inventory only. */
    isFeedKey: boolean('is_feed_key').notNull().default(false),
    createdAt: createdAt(),
    /** Set on a rotated key that is still valid for a while. */
    expiresAt: moment('expires_at'),
  },
  (table) => [
    platformPolicy(),
    companyPolicy(),
    foreignKey({
      name: 'public_handles_channel_id_fkey',
      columns: [table.companyId, table.channelId],
      foreignColumns: [channels.companyId, channels.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'public_handles_api_key_id_fkey',
      columns: [table.companyId, table.apiKeyId],
      foreignColumns: [apiKeys.companyId, apiKeys.id],
    }).onDelete('cascade'),
    check('public_handles_subject', sql`num_nonnulls(${table.channelId}, ${table.apiKeyId}) = 1`),
    index('public_handles_channel_id').on(table.companyId, table.channelId),
    index('public_handles_api_key_id').on(table.companyId, table.apiKeyId),
  ],
)
