import { sql, type SQL } from 'drizzle-orm'
import {
  encryptionContext,
  secretContext,
  encryptedColumns,
  sessionContext,
  sharedCacheContext,
} from './sealed-columns.ts'

/** Where sealed texts stand, so that each can be found, opened and sealed anew. */
export type EncryptedPlace = {
  /** As `docs/data-inventory.md` has it. */
  name: string
  table: SQL
  key: SQL
  keyType: 'uuid' | 'text'
  /** The sealed text in a row, and how a new one takes its place. */
  sealed: SQL
  assign: (fresh: SQL) => SQL
  contextOf: (key: string, companyId: string | null) => string
  /** How many of them are held in memory at a time. */
  atOnce: number
}

/** A payload is what somebody sent us, up to a megabyte; everything else is a line or two. */
const batchSizeOf = (column: string): number => (column === 'payload' ? 10 : 100)

export const companyPlaces: readonly EncryptedPlace[] = encryptedColumns.map(({ table, column, name }) => ({
  name,
  table: sql`${sql.identifier(table)}`,
  key: sql`id`,
  keyType: 'uuid',
  sealed: sql`${sql.identifier(column)}`,
  assign: (fresh) => sql`${sql.identifier(column)} = ${fresh}`,
  contextOf: (id, companyId) => encryptionContext(name, { companyId: companyId ?? '', id }),
  atOnce: batchSizeOf(column),
}))

export const platformPlaces: readonly EncryptedPlace[] = [
  {
    name: 'vault_secrets.secret',
    table: sql`vault_secrets`,
    key: sql`name`,
    keyType: 'text',
    sealed: sql`secret`,
    assign: (fresh) => sql`secret = ${fresh}`,
    contextOf: secretContext,
    atOnce: batchSizeOf('secret'),
  },
  {
    name: 'sessions.sess',
    table: sql`sessions`,
    key: sql`sid`,
    keyType: 'text',
    sealed: sql`sess ->> 'idToken'`,
    assign: (fresh) => sql`sess = jsonb_set(sess, '{idToken}', to_jsonb(${fresh}))`,
    contextOf: sessionContext,
    atOnce: batchSizeOf('sess'),
  },
  {
    name: 'shared_texts.value',
    table: sql`shared_texts`,
    key: sql`key`,
    keyType: 'text',
    sealed: sql`value`,
    assign: (fresh) => sql`value = ${fresh}`,
    contextOf: sharedCacheContext,
    atOnce: batchSizeOf('value'),
  },
]
