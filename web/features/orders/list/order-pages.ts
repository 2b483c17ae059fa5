import type { InfiniteData } from '@tanstack/react-query'
import type { OrderRow } from '#contract/orders.ts'
import type { Page } from '#contract/paging.ts'

/** A multiple of 2 and 3, so that pages end with a full row of the grid. */
export const pageSize = 48
/** Arrivals are counted up to this number, then shown as "200+"; it bounds the extra reads. */
export const maxArrivals = 200

/** A page of the list, with the new orders that a refetch found among its rows. */
type OrderPage = Page<OrderRow> & { arrivals: OrderRow[]; isOutdated?: true }
export type OrderPages = InfiniteData<OrderPage, string | undefined>

type PageRequest = { cursor?: string; limit: number }
type ReadPage = (request: PageRequest) => Promise<Page<OrderRow>>

/**
 * Reads a page so that no order on the screen moves: orders that arrived since the first read go to `arrivals`. The
 * first page has no cursor, so arrivals push its rows out; it reads on until it is full again without them.
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

/** The visible rows of all pages. Arrivals are counted and not shown. */
export function flattenOrderPages({ pages }: OrderPages) {
  const arrived = pages.reduce((sum, { arrivals }) => sum + arrivals.length, 0)
  return {
    rows: pages.flatMap(({ rows }) => rows),
    total: Math.max((pages.at(-1)?.total ?? 0) - arrived, 0),
    arrived,
  }
}

/** Keeps the first page on screen while it is reloaded, marked so that its rows no longer hold their places. */
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

/** Without rows, infinity: no order counts as an arrival, so that an empty list shows new orders at once. */
const placedAtOf = (row: OrderRow | undefined): number => (row ? Date.parse(row.placedAt) : Number.POSITIVE_INFINITY)
