/** Amazon lets nobody page beyond this many finds, however many there are. */
const mostReachable = 1_000

type SearchPage<Row> = { rows: Row[]; pagination: { nextToken?: string; previousToken?: string } }

/** One page of a search. A token is only good for the search that it came from; null when it is not. */
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
