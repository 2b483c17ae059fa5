import { createHash } from 'node:crypto'
import { fillPlaceholders, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import pg, { type QueryResultRow } from 'pg'
import { sendIn, type Tx } from './transaction.ts'

const dialect = new PgDialect()

type Values = Record<string, unknown>
type Ask<Row> = (tx: Tx, values: Values) => Promise<Row[]>

/**
 * A statement that is asked so often that writing and planning it costs more than answering: its text is made once, and
 * PostgreSQL keeps its plan with the connection. What differs from call to call stands in it as `sql.placeholder(name)`.
 */
export function planned<Row extends QueryResultRow>(query: () => SQL): Ask<Row> {
  let kept: Named | undefined
  return (tx, values) => {
    kept ??= named(query())
    return run<Row>(tx, kept, values)
  }
}

/** The same for a text of a few forms, one for each set of conditions that a call may make. */
export function plannedForms<Row extends QueryResultRow, Form extends Record<string, unknown>>(
  query: (form: Form) => SQL,
) {
  const kept = new Map<string, Ask<Row>>()
  return (form: Form): Ask<Row> => {
    const key = Object.values(form).join()
    const ask = kept.get(key) ?? planned<Row>(() => query(form))
    kept.set(key, ask)
    return ask
  }
}

/** The same for a text that is made by the call. Only for one of few forms, since PostgreSQL keeps each of them. */
export const executePlanned = <Row extends QueryResultRow>(tx: Tx, query: SQL): Promise<Row[]> =>
  run<Row>(tx, named(query))

/** The company that asks, in such a statement. */
export const ofCompany = sql.placeholder('companyId')

/** What a select by drizzle would ask for, for a statement that is written out. Moments come as PostgreSQL writes them. */
export const columnsOf = (fields: Record<string, SQLWrapper>): SQL =>
  sql.join(
    Object.entries(fields).map(([name, field]) => sql`${field} as ${sql.identifier(name)}`),
    sql`, `,
  )

type Named = { config: { name: string; text: string; types: pg.CustomTypesConfig }; params: unknown[] }

async function run<Row extends QueryResultRow>(tx: Tx, { config, params }: Named, values: Values = {}) {
  const { rows } = await sendIn<Row>(tx, config, fillPlaceholders(params, values))
  return rows
}

const { TIMESTAMPTZ, TIMESTAMP, DATE, INTERVAL } = pg.types.builtins
/** As with drizzle, moments come as PostgreSQL writes them; so do lists of them and of exact numbers, by their types' ids. */
const unread = new Set<number>([TIMESTAMPTZ, TIMESTAMP, DATE, INTERVAL, 1115, 1182, 1185, 1187, 1231])
const asWritten: pg.CustomTypesConfig = {
  getTypeParser: (type, format) =>
    unread.has(type) ? (value: unknown) => value : pg.types.getTypeParser(type, format),
}

function named(query: SQL): Named {
  const { sql: text, params } = dialect.sqlToQuery(query)
  return { config: { name: nameOf(text), text, types: asWritten }, params }
}

/** PostgreSQL knows a plan by a name of up to 63 letters. */
function nameOf(text: string): string {
  const name = names.get(text) ?? createHash('sha256').update(text).digest('hex').slice(0, 32)
  names.set(text, name)
  return name
}

const names = new Map<string, string>()
