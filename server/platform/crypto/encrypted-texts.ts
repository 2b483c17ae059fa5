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

/** Whose sealed texts they are: a company's, or null for the platform's own. */
export type Owner = string | null

export async function listOwners(db: Database): Promise<Owner[]> {
  const all = await db.onPlatform((tx) => tx.select({ id: companies.id }).from(companies).orderBy(companies.id))
  return [null, ...all.map(({ id }) => id)]
}

export const placesOf = (owner: Owner): readonly EncryptedPlace[] => (owner === null ? platformPlaces : companyPlaces)

export const inOwnerScope = <T>(db: Database, owner: Owner, work: (tx: Tx) => Promise<T>): Promise<T> =>
  owner === null ? db.onPlatform(work) : db.inCompany(owner, work)

export type StaleText = { key: string; sealed: string }

/** `prefix` is how texts begin that are sealed as they should be; `owner` is the company, or null on the platform. */
type Search = { owner: string | null; prefix: string }

const isOf = (owner: string | null): SQL => (owner === null ? sql`true` : sql`company_id = ${owner}`)

/** `left` fetches no more than it gives, where `starts_with` would read a payload of a megabyte to its end. */
const isStale = ({ sealed }: EncryptedPlace, { owner, prefix }: Search): SQL => sql`
  ${isOf(owner)} and ${sealed} <> '' and left(${sealed}, ${prefix.length}) <> ${prefix}`

/** Any of them. */
export async function findEncrypted(
  tx: Tx,
  { table, sealed }: EncryptedPlace,
  owner: string | null,
): Promise<string | null> {
  const { rows } = await tx.execute<{ sealed: string }>(
    sql`select ${sealed} as sealed from ${table} where ${isOf(owner)} and ${sealed} <> '' limit 1`,
  )
  return rows[0]?.sealed ?? null
}

/** Rows that somebody else is changing are passed over: waiting for them could end in a deadlock. */
export async function lockStale(
  tx: Tx,
  place: EncryptedPlace,
  search: Search & { after: string | null; limit: number },
): Promise<StaleText[]> {
  const { table, key, keyType, sealed } = place
  const isAfter = search.after === null ? sql`` : sql`and ${key} > ${search.after}::${sql.raw(keyType)}`
  const { rows } = await tx.execute<StaleText>(sql`
    select ${key}::text as key, ${sealed} as sealed from ${table}
    where ${isStale(place, search)} ${isAfter}
    order by ${key} limit ${search.limit} for no key update skip locked`)
  return rows
}

/** Writes texts that `lockStale` found, sealed anew. */
export async function updateReencrypted(
  tx: Tx,
  { table, key, keyType, assign }: EncryptedPlace,
  owner: string | null,
  fresh: readonly StaleText[],
): Promise<void> {
  if (fresh.length === 0) return
  await tx.execute(sql`
    update ${table} set ${assign(sql`given.fresh`)}
    from json_to_recordset(${JSON.stringify(fresh.map((text) => ({ row_key: text.key, fresh: text.sealed })))}::json)
      as given(row_key ${sql.raw(keyType)}, fresh text)
    where ${isOf(owner)} and ${key} = given.row_key`)
}

export async function countStale(tx: Tx, place: EncryptedPlace, search: Search): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(
    sql`select count(*)::int as count from ${place.table} where ${isStale(place, search)}`,
  )
  return rows[0]?.count ?? 0
}
