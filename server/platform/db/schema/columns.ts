import { getTableName, sql } from 'drizzle-orm'
import { check, numeric, text, timestamp, uuid, type PgColumn } from 'drizzle-orm/pg-core'

export const id = () => uuid('id').notNull()

export const moment = (name: string) => timestamp(name, { withTimezone: true })

export const createdAt = () => moment('created_at').notNull().defaultNow()

export const timestamps = () => ({
  createdAt: createdAt(),
  updatedAt: moment('updated_at')
    .notNull()
    .defaultNow()
    .$onUpdate(() => sql`now()`),
})

/** The price of one item. */
export const money = (name: string) => numeric(name, { precision: 10, scale: 2 })

/** A sum of prices, with two more digits. */
export const total = (name: string) => numeric(name, { precision: 12, scale: 2 })

/**
 * A generated lower-case column for case-insensitive comparison. Under row-level security PostgreSQL uses no index on `lower(…)`,
 * because that function is not marked leakproof.
 */
export const lowered = (column: string) =>
  text(`${column}_key`).generatedAlwaysAs(sql`lower(${sql.identifier(column)})`)

export const oneOf = (column: PgColumn, values: readonly string[]) =>
  rule(column, 'words', sql`${column} in (${quoted(values)})`)

export const eachOneOf = (column: PgColumn, values: readonly string[]) =>
  rule(column, 'words', sql`${column} <@ array[${quoted(values)}]::text[]`)

export const notNegative = (...columns: PgColumn[]) =>
  columns.map((column) => rule(column, 'not_negative', sql`${column} >= 0`))

export const positive = (column: PgColumn) => rule(column, 'positive', sql`${column} > 0`)

export const notBlank = (column: PgColumn) => rule(column, 'not_blank', sql`${column} ~ '\\S'`)

const rule = (column: PgColumn, name: string, condition: ReturnType<typeof sql>) =>
  check(`${getTableName(column.table)}_${column.name}_${name}`, condition)

const quoted = (values: readonly string[]) =>
  sql
    .join(
      values.map((value) => sql`${value}`),
      sql`, `,
    )
    .inlineParams()
