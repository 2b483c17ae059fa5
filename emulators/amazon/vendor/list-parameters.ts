import { compareText } from '../iso-time.ts'
import type { Call } from '../operation.ts'
import { readToken, takePage } from '../paging.ts'
import { denied } from '../refusal.ts'
import type { Parameters } from '../request-input.ts'
import type { VendorRecords } from './vendor-records.ts'

/** The calling vendor. */
export function getVendorOrThrow({ seller }: Call): VendorRecords {
  if (!seller.vendor) throw denied('The selling partner is no vendor.')
  return seller.vendor
}

const day = 24 * 60 * 60 * 1000

export type TimeFrame = (moment: string | null) => boolean

/** A time range from two parameters; null when both are absent. At most 7 days, and at most 6 months ago. */
export function readTimeFrame(parameters: Parameters, name: string, now: Date): TimeFrame | null {
  const before = parameters.moment(`${name}Before`)
  const after = parameters.moment(`${name}After`)
  if (!before && !after) return null
  const until = before ?? now
  const from = after ?? new Date(until.getTime() - 7 * day)
  if (until.getTime() - from.getTime() > 7 * day) throw parameters.refuse('The date range is longer than 7 days.')
  if (now.getTime() - from.getTime() > 184 * day) throw parameters.refuse('The date range begins over 6 months ago.')
  return between(from, until)
}

/** A time range without limits. */
export function readOpenTimeFrame(parameters: Parameters, name: string): TimeFrame | null {
  const before = parameters.moment(`${name}Before`)
  const after = parameters.moment(`${name}After`)
  return before || after ? between(after ?? new Date(0), before ?? new Date(8.64e15)) : null
}

export function lastWeek(now: Date): TimeFrame {
  return between(new Date(now.getTime() - 7 * day), now)
}

function between(from: Date, until: Date): TimeFrame {
  return (moment) => moment !== null && new Date(moment) >= from && new Date(moment) <= until
}

type Rows<Row> = { keyOf(row: Row): string; timeOf(row: Row): string; most: number }

/** One page sorted by time, in the requested direction. */
export function pageByTime<Row>(rows: Row[], parameters: Parameters, { keyOf, timeOf, most }: Rows<Row>) {
  const direction = parameters.choice('sortOrder', ['ASC', 'DESC']) === 'DESC' ? -1 : 1
  const sorted = rows.toSorted((one, other) => direction * compareText(timeOf(one), timeOf(other)))
  const limit = parameters.integer('limit', { most, otherwise: most })
  const token = parameters.text('nextToken')
  const { page, nextToken } = takePage(sorted, keyOf, limit, token ? readToken(token) : undefined)
  return { page, pagination: nextToken ? { pagination: { nextToken } } : {} }
}
