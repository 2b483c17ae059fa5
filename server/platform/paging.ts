import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { z } from 'zod'
import { AppError } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import type { Page } from '#contract/paging.ts'

/** The cursor of keyset pagination: the sort keys of the page's last row, as base64url JSON. */
export function encodeCursor(keys: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(keys)).toString('base64url')
}

export function decodeCursor<Keys extends z.ZodType>(cursor: string | undefined, keys: Keys): z.output<Keys> | null {
  if (cursor === undefined) return null
  try {
    return keys.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'), withoutNul))
  } catch {
    throw new AppError('invalid', say('This page link is no longer valid. Reload the list.'), [
      { field: 'cursor', message: say('is not a cursor for this list') },
    ])
  }
}

/** PostgreSQL rejects texts with NUL, and no row key contains one. */
function withoutNul(_key: string, value: unknown): unknown {
  if (typeof value === 'string' && value.includes('\0')) throw new Error('NUL')
  return value
}

/**
 * Newest first, with the id as a tie-break: the order of most lists. The time is in microseconds, because a JavaScript date has
 * milliseconds only and would skip rows.
 */
export const NewestFirst = z.tuple([z.int(), z.uuid()])

/** The sort key of a row in that order, to be selected along with it. */
export const microsecondsOf = (moment: SQLWrapper) => sql<number>`(extract(epoch from ${moment}) * 1000000)::float8`

/** The rows that follow the cursor in that order. */
export function olderThan(cursor: string | undefined, moment: SQLWrapper, id: SQLWrapper): SQL | undefined {
  const keys = decodeCursor(cursor, NewestFirst)
  if (!keys) return undefined
  return sql`(${moment}, ${id}) < (timestamptz 'epoch' + ${keys[0]}::float8 * interval '1 microsecond', ${keys[1]}::uuid)`
}

/** The same for a prepared statement: `cursorValues` are the values of its placeholders. */
export const olderThanCursor = (moment: SQLWrapper, id: SQLWrapper): SQL =>
  sql`(${moment}, ${id}) < (${cursorMoment}, ${sql.placeholder('cursorId')}::uuid)`

/** Null while there is no cursor. */
export const cursorMoment = sql`timestamptz 'epoch' + ${sql.placeholder('cursorAt')}::float8 * interval '1 microsecond'`

export function cursorValues(cursor: string | undefined) {
  const [cursorAt = null, cursorId = null] = decodeCursor(cursor, NewestFirst) ?? []
  return { cursorAt, cursorId }
}

/** A row with the total count. An empty page consists of one row that has only the total. */
export type WithTotal<Row> = Row & { counted: number }

export const totalIn = ([first]: readonly { counted: number }[]): number => first?.counted ?? 0

/** Drops the row that has only the total. */
export const withoutTotalRow = <Row extends { id: string }>(rows: readonly Row[]): Row[] =>
  rows.filter(({ id }) => id !== null)

/** Builds a page. `rows` holds one row more than `limit` when another page follows. */
export function toPage<Row>(
  rows: Row[],
  limit: number,
  total: number,
  keysOf: (row: Row) => readonly (string | number)[],
): Page<Row> {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { rows: page, total, next: rows.length > limit && last ? encodeCursor(keysOf(last)) : null }
}
