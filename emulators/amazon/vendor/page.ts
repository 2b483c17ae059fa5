import { compareText } from '../compare.ts'
import { readToken, takePage } from '../paging.ts'
import type { Parameters } from '../parameters.ts'

type Rows<Row> = { keyOf(row: Row): string; timeOf(row: Row): string; most: number }

/** One page in the order of time, from whichever end was asked for. */
export function pageByTime<Row>(rows: Row[], parameters: Parameters, { keyOf, timeOf, most }: Rows<Row>) {
  const direction = parameters.choice('sortOrder', ['ASC', 'DESC']) === 'DESC' ? -1 : 1
  const sorted = rows.toSorted((one, other) => direction * compareText(timeOf(one), timeOf(other)))
  const limit = parameters.integer('limit', { most, otherwise: most })
  const token = parameters.text('nextToken')
  const { page, nextToken } = takePage(sorted, keyOf, limit, token ? readToken(token) : undefined)
  return { page, pagination: nextToken ? { pagination: { nextToken } } : {} }
}
