import { createHash } from 'node:crypto'
import { fillPlaceholders, type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import pg, { type QueryResultRow } from 'pg'
import { sendPrepared, type Tx } from './transaction.ts'

const dialect = new PgDialect()

type Values = Record<string, unknown>

type PreparedQuery<Row> = (tx: Tx, values: Values) => Promise<Row[]>

/**
 * A statement that is asked so often that writing and planning it costs more than answering: its text is made once, and
 * PostgreSQL keeps its plan with the connection. What differs from call to call stands in it as `sql.placeholder(name)`.
 */
export function prepared<Row extends QueryResultRow>(query: () => SQL): PreparedQuery<Row> {
  let kept: PreparedStatement | undefined
  return (tx, values) => {
    kept ??= prepareStatement(query())
    return runPrepared<Row>(tx, kept, values)
  }
}

/** The same for a text of a few forms, one for each set of conditions that a call may make. */
export function preparedVariants<Row extends QueryResultRow, Form extends Record<string, unknown>>(
  query: (form: Form) => SQL,
) {
  const kept = new Map<string, PreparedQuery<Row>>()
  return (form: Form): PreparedQuery<Row> => {
    const key = Object.values(form).join()
    const ask = kept.get(key) ?? prepared<Row>(() => query(form))
    kept.set(key, ask)
    return ask
  }
}

/** The same for a text that is made by the call. Only for one of few forms, since PostgreSQL keeps each of them. */
export const executePrepared = <Row extends QueryResultRow>(tx: Tx, query: SQL): Promise<Row[]> =>
  runPrepared<Row>(tx, prepareStatement(query))

/** The company that asks, in such a statement. */
export const companyParameter = sql.placeholder('companyId')

/** What a select by drizzle would ask for, for a statement that is written out. Moments come as PostgreSQL writes them. */
export const selectColumns = (fields: Record<string, SQLWrapper>): SQL =>
  sql.join(
    Object.entries(fields).map(([name, field]) => sql`${field} as ${sql.identifier(name)}`),
    sql`, `,
  )

type PreparedStatement = { config: { name: string; text: string; types: pg.CustomTypesConfig }; params: unknown[] }

async function runPrepared<Row extends QueryResultRow>(
  tx: Tx,
  { config, params }: PreparedStatement,
  values: Values = {},
) {
  const { rows } = await sendPrepared<Row>(tx, config, fillPlaceholders(params, values))
  return rows
}

const { TIMESTAMPTZ, TIMESTAMP, DATE, INTERVAL } = pg.types.builtins

/** As with drizzle, moments come as PostgreSQL writes them; so do lists of them and of exact numbers, by their types' ids. */
const unparsedTypes = new Set<number>([TIMESTAMPTZ, TIMESTAMP, DATE, INTERVAL, 1115, 1182, 1185, 1187, 1231])

const withoutDateParsing: pg.CustomTypesConfig = {
  getTypeParser: (type, format) =>
    unparsedTypes.has(type) ? (value: unknown) => value : pg.types.getTypeParser(type, format),
}

function prepareStatement(query: SQL): PreparedStatement {
  const { sql: text, params } = dialect.sqlToQuery(query)
  return { config: { name: statementName(text), text, types: withoutDateParsing }, params }
}

/** PostgreSQL knows a plan by a name of up to 63 letters. */
function statementName(text: string): string {
  const name = statementNames.get(text) ?? createHash('sha256').update(text).digest('hex').slice(0, 32)
  statementNames.set(text, name)
  return name
}

const statementNames = new Map<string, string>()

/**
 * The company, told to PostgreSQL only while a statement runs, so that it plans for a company of average size. Of one that
 * its statistics don't know yet, because its first rows are just coming in, it would expect a single row: any index that
 * begins with the company is then as good as another, and each look-up of a key reads all that the company has.
 */
export const companyAtRunTime = (companyId: string): SQL => sql`(select ${companyId}::uuid)`
