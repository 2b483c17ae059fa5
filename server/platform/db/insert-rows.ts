import { getTableColumns, sql, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from './client.ts'

/**
 * Inserts many rows, all with the same fields, as one parameter: with a parameter for each cell, writing and reading
 * the statement takes longer than storing the rows. `unless` is what to do about a row that is there already.
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
