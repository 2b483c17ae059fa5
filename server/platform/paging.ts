import { z } from 'zod'
import { AppError } from '#contract/errors.ts'
import type { Page } from '#contract/paging.ts'

/** Where a page ended: the values its list is ordered by, of its last row. */
export function encodeCursor(keys: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(keys)).toString('base64url')
}

export function decodeCursor<Keys extends z.ZodType>(cursor: string | undefined, keys: Keys): z.output<Keys> | null {
  if (cursor === undefined) return null
  try {
    return keys.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
  } catch {
    throw new AppError('invalid', 'This page link is no longer good. Load the list again.', [
      { field: 'cursor', message: 'is not a cursor of this list' },
    ])
  }
}

/**
 * Newest first, with the id as a tie-break: the order of most lists. The moment travels as PostgreSQL writes it, since a
 * JavaScript date would lose its microseconds and with them rows.
 */
export const NewestFirst = z.tuple([
  z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?[+-]\d\d(:\d\d)?$/),
  z.uuid(),
])

/** Takes one row more than the page holds, so that it is known whether another page follows. */
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
