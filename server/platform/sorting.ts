import { type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { z } from 'zod'
import type { SortOf } from '#contract/paging.ts'
import { decodeCursor } from './paging.ts'

/** What a column is sorted by, and its type: the cursor carries it as text. None is null, since a comparison with null is neither true nor false. */
export type SortColumn = { key: SQL; type: SQL }

/**
 * Keyset pagination of a list that can be sorted by several columns. The id makes the order complete. In prepared statements
 * `sortedCursorValues` are the values of its placeholders.
 */
export function sortableBy<const Id extends string>(columns: Readonly<Record<Id, SortColumn>>, id: SQLWrapper) {
  const columnOf = (sort: SortOf<Id>) => {
    const isDescending = sort.startsWith('-')
    return { ...columns[(isDescending ? sort.slice(1) : sort) as Id], isDescending }
  }

  /** `order by` of a sorted list. */
  function sortedBy(sort: SortOf<Id>): SQL {
    const { key, isDescending } = columnOf(sort)
    return isDescending ? sql`${key} desc, ${id} desc` : sql`${key}, ${id}`
  }

  /** The rows after the cursor. */
  function followsInSort(sort: SortOf<Id>): SQL {
    const { key, type, isDescending } = columnOf(sort)
    const cursor = sql`(${sql.placeholder('cursorKey')}::text::${type}, ${sql.placeholder('cursorId')}::uuid)`
    return isDescending ? sql`(${key}, ${id}) < ${cursor}` : sql`(${key}, ${id}) > ${cursor}`
  }

  /** The sort key of a row as text, for the cursor. */
  const sortKeyOf = (sort: SortOf<Id>): SQL => sql`(${columnOf(sort).key})::text`

  return { sortedBy, followsInSort, sortKeyOf }
}

const SortedCursor = z.tuple([z.string().max(1_000), z.uuid()])

/** Null while there is no cursor. */
export function sortedCursorValues(cursor: string | undefined) {
  const [cursorKey = null, cursorId = null] = decodeCursor(cursor, SortedCursor) ?? []
  return { cursorKey, cursorId }
}
