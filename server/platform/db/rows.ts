import { and, getTableColumns, ilike, or, type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from './client.ts'

/**
 * Inserts many rows with the same fields as one JSON parameter: with a parameter per cell, building and parsing the statement takes
 * longer than storing the rows. `unless` is an ON CONFLICT clause.
 */
export async function insertRows<T extends PgTable>(
  tx: Tx,
  table: T,
  rows: readonly T['$inferInsert'][],
  unless: SQL = sql``,
): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = Object.entries(getTableColumns(table)).filter(([field]) => field in first)
  const names = columns.map(([, { name }]) => sql.identifier(name))
  const fields = columns.map(([field]) => sql.identifier(field))
  const typed = columns.map(([field, column]) => sql`${sql.identifier(field)} ${sql.raw(column.getSQLType())}`)
  await tx.execute(sql`
    insert into ${table} (${sql.join(names, comma)}) select ${sql.join(fields, comma)}
    from json_to_recordset(${JSON.stringify(rows)}::json) as given(${sql.join(typed, comma)}) ${unless}`)
}

const comma = sql`, `

/** Matches rows whose columns contain each word of the text, in any order and ignoring case; without a text everything matches. */
export function containsText(text: string | undefined, ...columns: SQLWrapper[]): SQL | undefined {
  const hasWord = (pattern: string) =>
    or(...columns.map((column) => ilike(column as Parameters<typeof ilike>[0], pattern)))
  return and(...searchTerms(text ?? '').map((word) => hasWord(likePattern(word))))
}

/** The words of a searched text, each once. */
export const searchTerms = (text: string): string[] => [...new Set(text.split(/\s+/).filter(Boolean))]

/** The LIKE pattern for texts that contain this one. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`

/** Converts a timestamp from `tx.execute` (PostgreSQL's text) to ISO 8601 in UTC. */
export function iso(moment: string): string {
  const parts = utcTimestamp.exec(moment)
  // A list has a hundred of them, and parsing a Date takes five times as long as rewriting the text.
  return parts
    ? `${parts[1]}T${parts[2]}.${(parts[3] ?? '').padEnd(3, '0').slice(0, 3)}Z`
    : new Date(moment).toISOString()
}

export const isoOrNull = (moment: string | null): string | null => moment && iso(moment)

const utcTimestamp = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00$/
