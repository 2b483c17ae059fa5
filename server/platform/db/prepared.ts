import { createHash } from 'node:crypto'
import { fillPlaceholders, type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import pg, { type QueryResultRow } from 'pg'
import { sendPrepared, type Tx } from './transaction.ts'

const dialect = new PgDialect()

type Values = Record<string, unknown>

type PreparedQuery<Row> = (tx: Tx, values: Values) => Promise<Row[]>

/**
 * A prepared statement, for queries that run so often that building and planning the text costs more than executing it: the text is
 * built once, and PostgreSQL keeps the plan per connection. Values that differ per call are `sql.placeholder(name)`.
 */
export function prepared<Row extends QueryResultRow>(query: () => SQL): PreparedQuery<Row> {
  let kept: PreparedStatement | undefined
  return (tx, values) => {
    kept ??= prepareStatement(query())
    return runPrepared<Row>(tx, kept, values)
  }
}

/** Prepared statements for the few variants of a text, one per combination of conditions. */
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

/** Prepares a text that the call builds. Only for texts with few variants, because PostgreSQL keeps every one of them. */
export const executePrepared = <Row extends QueryResultRow>(tx: Tx, query: SQL): Promise<Row[]> =>
  runPrepared<Row>(tx, prepareStatement(query))

/** The placeholder of the company in prepared statements. */
export const companyParameter = sql.placeholder('companyId')

/** A select list of drizzle columns, for statements that are written as SQL. Timestamps arrive as PostgreSQL's text. */
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

/** Types that stay text, as with drizzle: timestamps, dates, intervals, and (by type id) arrays of them and of numeric. */
const unparsedTypes = new Set<number>([TIMESTAMPTZ, TIMESTAMP, DATE, INTERVAL, 1115, 1182, 1185, 1187, 1231])

const withoutDateParsing: pg.CustomTypesConfig = {
  getTypeParser: (type, format) =>
    unparsedTypes.has(type) ? (value: unknown) => value : pg.types.getTypeParser(type, format),
}

function prepareStatement(query: SQL): PreparedStatement {
  const { sql: text, params } = dialect.sqlToQuery(query)
  return { config: { name: statementName(text), text, types: withoutDateParsing }, params }
}

/** A statement name of at most 63 bytes, as PostgreSQL requires: a hash of the text. */
function statementName(text: string): string {
  const name = statementNames.get(text) ?? createHash('sha256').update(text).digest('hex').slice(0, 32)
  statementNames.set(text, name)
  return name
}

const statementNames = new Map<string, string>()

/**
 * The company as a subquery, which the planner evaluates only at execution, so that it plans for a company of average size. For a
 * company that is not in the statistics yet (its first rows are just arriving) it would expect a single row, take any index that
 * begins with the company, and read all rows of the company for each key.
 */
export const companyAtRunTime = (companyId: string): SQL => sql`(select ${companyId}::uuid)`
