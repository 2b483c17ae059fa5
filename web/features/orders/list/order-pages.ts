import type { InfiniteData } from '@tanstack/react-query'
import type { OrderRow } from '#contract/orders.ts'
import type { Page } from '#contract/paging.ts'

/** Fills whole rows of a grid with two and with three columns. */
export const pageSize = 48
/** Beyond that many nobody counts, and reading on would cost more than it tells. */
export const maxArrivals = 200

/** A page of the list, and the orders that came in since it was first read and belong among its own. */
type OrderPage = Page<OrderRow> & { arrivals: OrderRow[]; isOutdated?: true }
export type OrderPages = InfiniteData<OrderPage, string | undefined>

type PageRequest = { cursor?: string; limit: number }
type ReadPage = (request: PageRequest) => Promise<Page<OrderRow>>

/**
 * Reads a page anew so that no order on the screen moves: what came in meanwhile is set apart, and the first page, which no
 * cursor holds in its place, is read on until it is full without them.
 */
export async function readOrderPage(read: ReadPage, cursor: string | undefined, loaded: OrderPages | undefined) {
  const splitArrivals = createArrivalFilter(loaded)
  let page = splitArrivals(await read({ limit: pageSize, ...(cursor && { cursor }) }))
  if (cursor) return page
  let missing = page.arrivals.length
  while (page.next && missing > 0 && page.arrivals.length < maxArrivals) {
    const more = splitArrivals(await read({ cursor: page.next, limit: missing }))
    page = { ...more, rows: [...page.rows, ...more.rows], arrivals: [...page.arrivals, ...more.arrivals] }
    missing = more.arrivals.length
  }
  const before = loaded?.pages[0]
  return missing > 0 && page.next && before ? { ...before, arrivals: page.arrivals, total: page.total } : page
}

/** The list as it is shown; orders that came in meanwhile are counted, not shown. */
export function flattenOrderPages({ pages }: OrderPages) {
  const arrived = pages.reduce((sum, { arrivals }) => sum + arrivals.length, 0)
  return {
    rows: pages.flatMap(({ rows }) => rows),
    total: Math.max((pages.at(-1)?.total ?? 0) - arrived, 0),
    arrived,
  }
}

/** The first page, still to be seen while it is read again, with no place for its orders to keep. */
export function resetToFirstPage({ pages, pageParams }: OrderPages): OrderPages {
  return {
    pages: pages.slice(0, 1).map((page) => ({ ...page, isOutdated: true })),
    pageParams: pageParams.slice(0, 1),
  }
}

function createArrivalFilter(loaded: OrderPages | undefined) {
  const shown = loaded?.pages.flatMap(({ rows, isOutdated }) => (isOutdated ? [] : rows)) ?? []
  const shownIds = new Set(shown.map(({ id }) => id))
  const oldest = placedAtOf(shown.at(-1))
  const isArrival = (row: OrderRow) => !shownIds.has(row.id) && placedAtOf(row) > oldest
  return (page: Page<OrderRow>): OrderPage => ({
    ...page,
    rows: page.rows.filter((row) => !isArrival(row)),
    arrivals: page.rows.filter(isArrival),
  })
}

/** Nothing comes after the end of a list without orders. */
const placedAtOf = (row: OrderRow | undefined): number => (row ? Date.parse(row.placedAt) : Number.POSITIVE_INFINITY)
