import { sql, type SQL } from 'drizzle-orm'
import type { Tx } from './db/client.ts'
import type { EncryptedPlace } from './sealed-places.ts'

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
