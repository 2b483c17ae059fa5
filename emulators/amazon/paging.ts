import { invalidInput } from './refusal.ts'

/** A page token: the row to continue after, and what else the query was about. */
export type Place = { after: string; of?: string }

const writeToken = (place: Place) => Buffer.from(JSON.stringify(place)).toString('base64url')

export function readToken(token: string): Place {
  try {
    const place = JSON.parse(Buffer.from(token, 'base64url').toString()) as Partial<Place> | null
    if (typeof place?.after === 'string') return { ...place, after: place.after }
  } catch {
    // Malformed tokens get the same answer as unknown ones.
  }
  throw invalidInput('The value of NextToken is invalid.')
}

/** The rows after the token's row, and the token of the next page. */
export function takePage<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  size: number,
  place: Place | undefined,
  of?: string,
): { page: Row[]; nextToken: string | undefined } {
  const start = place ? rows.findIndex((row) => keyOf(row) === place.after) + 1 : 0
  if (place && start === 0) throw invalidInput('The value of NextToken is invalid.')
  const page = rows.slice(start, start + size)
  const last = page.at(-1)
  const isMore = last !== undefined && start + size < rows.length
  return { page, nextToken: isMore ? writeToken({ after: keyOf(last), ...(of ? { of } : {}) }) : undefined }
}

/** Amazon returns at most 1,000 results of a search. */
const mostReachable = 1_000

type SearchPage<Row> = { rows: Row[]; pagination: { nextToken?: string; previousToken?: string } }

/** One page of a search; null when the token belongs to another search. */
export function searchPage<Row>(found: readonly Row[], query: URLSearchParams, size: number): SearchPage<Row> | null {
  const start = readStart(query)
  if (start === null) return null
  const end = Math.min(start + size, mostReachable)
  return {
    rows: found.slice(start, end),
    pagination: {
      ...(end < Math.min(found.length, mostReachable) && { nextToken: tokenAt(query, end) }),
      ...(start > 0 && { previousToken: tokenAt(query, Math.max(0, start - size)) }),
    },
  }
}

const tokenAt = (query: URLSearchParams, start: number) =>
  Buffer.from(JSON.stringify({ start, of: searchOf(query) })).toString('base64url')

function readStart(query: URLSearchParams): number | null {
  const token = query.get('pageToken')
  if (!token) return 0
  try {
    const { start, of } = JSON.parse(Buffer.from(token, 'base64url').toString()) as { start?: unknown; of?: unknown }
    return typeof start === 'number' && of === searchOf(query) ? start : null
  } catch {
    return null
  }
}

function searchOf(query: URLSearchParams): string {
  const search = new URLSearchParams(query)
  search.delete('pageToken')
  search.sort()
  return search.toString()
}
