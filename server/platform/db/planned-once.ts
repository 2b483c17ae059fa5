import { createHash } from 'node:crypto'
import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { QueryResult, QueryResultRow } from 'pg'
import type { Tx } from './client.ts'

const dialect = new PgDialect()

/**
 * Like `tx.execute`, for what is asked so often that planning it costs more than answering: PostgreSQL keeps the plan with
 * the connection. Only for a text of few forms, since it keeps each of them.
 */
export async function executePlanned<Row extends QueryResultRow>(tx: Tx, query: SQL): Promise<Row[]> {
  const built = dialect.sqlToQuery(query)
  const prepared = tx._.session.prepareQuery<{ execute: QueryResult<Row>; all: never; values: never }>(
    built,
    undefined,
    nameOf(built.sql),
    false,
  )
  const { rows } = await prepared.execute()
  return rows
}

/** PostgreSQL knows a plan by a name of up to 63 letters. */
function nameOf(text: string): string {
  const name = names.get(text) ?? createHash('sha256').update(text).digest('hex').slice(0, 32)
  names.set(text, name)
  return name
}

const names = new Map<string, string>()
