import { type SQL, sql } from 'drizzle-orm'
import type { Database, Tx } from '../db/client.ts'
import { companies } from '../db/schema/companies.ts'
import {
  encryptedColumns,
  encryptionContext,
  secretContext,
  sessionContext,
  sharedCacheContext,
} from './encrypted-columns.ts'

/** A place that holds encrypted texts, described so that each text can be found, decrypted and re-encrypted. */
export type EncryptedPlace = {
  /** As in `docs/data-inventory.md`. */
  name: string
  table: SQL
  key: SQL
  keyType: keyof typeof keyTypes
  /** The ciphertext of a row, and the assignment of a new one. */
  encrypted: SQL
  assign: (fresh: SQL) => SQL
  contextOf: (key: string, companyId: string | null) => string
  /** How many texts are held in memory at a time. */
  batchSize: number
}

const keyTypes = { uuid: sql`uuid`, text: sql`text` }

/** A received payload has up to a megabyte; every other text has a line or two. */
const batchSizeOf = (column: string): number => (column === 'payload' ? 10 : 100)

export const companyPlaces: readonly EncryptedPlace[] = encryptedColumns.map(({ table, column, name }) => ({
  name,
  table: sql`${sql.identifier(table)}`,
  key: sql`id`,
  keyType: 'uuid',
  encrypted: sql`${sql.identifier(column)}`,
  assign: (fresh) => sql`${sql.identifier(column)} = ${fresh}`,
  contextOf: (id, companyId) => encryptionContext(name, { companyId: companyId ?? '', id }),
  batchSize: batchSizeOf(column),
}))

export const platformPlaces: readonly EncryptedPlace[] = [
  {
    name: 'vault_secrets.secret',
    table: sql`vault_secrets`,
    key: sql`name`,
    keyType: 'text',
    encrypted: sql`secret`,
    assign: (fresh) => sql`secret = ${fresh}`,
    contextOf: secretContext,
    batchSize: batchSizeOf('secret'),
  },
  {
    name: 'sessions.sess',
    table: sql`sessions`,
    key: sql`sid`,
    keyType: 'text',
    encrypted: sql`sess ->> 'idToken'`,
    assign: (fresh) => sql`sess = jsonb_set(sess, '{idToken}', to_jsonb(${fresh}))`,
    contextOf: sessionContext,
    batchSize: batchSizeOf('sess'),
  },
  {
    name: 'shared_texts.value',
    table: sql`shared_texts`,
    key: sql`key`,
    keyType: 'text',
    encrypted: sql`value`,
    assign: (fresh) => sql`value = ${fresh}`,
    contextOf: sharedCacheContext,
    batchSize: batchSizeOf('value'),
  },
]

/** The owner of encrypted texts: a company, or null for the platform. */
export type Owner = string | null

export async function listOwners(db: Database): Promise<Owner[]> {
  const all = await db.onPlatform((tx) => tx.select({ id: companies.id }).from(companies).orderBy(companies.id))
  return [null, ...all.map(({ id }) => id)]
}

export const placesOf = (owner: Owner): readonly EncryptedPlace[] => (owner === null ? platformPlaces : companyPlaces)

export const inOwnerScope = <T>(db: Database, owner: Owner, work: (tx: Tx) => Promise<T>): Promise<T> =>
  owner === null ? db.onPlatform(work) : db.inCompany(owner, work)

export type StaleText = { key: string; ciphertext: string }

/** `prefix` is `Vault.currentKeyPrefix`: texts that begin otherwise are stale. */
type Search = { owner: string | null; prefix: string }

const isOf = (owner: string | null): SQL => (owner === null ? sql`true` : sql`company_id = ${owner}`)

/** `left` reads only the prefix, where `starts_with` would read a payload of a megabyte to its end. */
const isStale = ({ encrypted }: EncryptedPlace, { owner, prefix }: Search): SQL => sql`
  ${isOf(owner)} and ${encrypted} <> '' and left(${encrypted}, ${prefix.length}) <> ${prefix}`

/** An encrypted text of any row, or null when there is none. */
export async function findEncrypted(
  tx: Tx,
  { table, encrypted }: EncryptedPlace,
  owner: string | null,
): Promise<string | null> {
  const { rows } = await tx.execute<{ ciphertext: string }>(
    sql`select ${encrypted} as ciphertext from ${table} where ${isOf(owner)} and ${encrypted} <> '' limit 1`,
  )
  return rows[0]?.ciphertext ?? null
}

/** Locks a batch of stale texts. Rows locked by others are skipped, because waiting for them could deadlock. */
export async function lockStale(
  tx: Tx,
  place: EncryptedPlace,
  search: Search & { after: string | null; limit: number },
): Promise<StaleText[]> {
  const { table, key, keyType, encrypted } = place
  const isAfter = search.after === null ? sql`` : sql`and ${key} > ${search.after}::${keyTypes[keyType]}`
  const { rows } = await tx.execute<StaleText>(sql`
    select ${key}::text as key, ${encrypted} as ciphertext from ${table}
    where ${isStale(place, search)} ${isAfter}
    order by ${key} limit ${search.limit} for no key update skip locked`)
  return rows
}

/** Writes the new ciphertexts of rows that `lockStale` locked. */
export async function updateReencrypted(
  tx: Tx,
  { table, key, keyType, assign }: EncryptedPlace,
  owner: string | null,
  fresh: readonly StaleText[],
): Promise<void> {
  if (fresh.length === 0) return
  await tx.execute(sql`
    update ${table} set ${assign(sql`given.fresh`)}
    from json_to_recordset(${JSON.stringify(fresh.map((text) => ({ row_key: text.key, fresh: text.ciphertext })))}::json)
      as given(row_key ${keyTypes[keyType]}, fresh text)
    where ${isOf(owner)} and ${key} = given.row_key`)
}

export async function countStale(tx: Tx, place: EncryptedPlace, search: Search): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(
    sql`select count(*)::int as count from ${place.table} where ${isStale(place, search)}`,
  )
  return rows[0]?.count ?? 0
}
