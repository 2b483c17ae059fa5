import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { cx } from 'class-variance-authority'
import { type ReactNode, useDeferredValue, useState } from 'react'
import type { Page } from '#contract/paging.ts'
import { LoadMore } from '#web/ui/load-more.tsx'
import { Spinner } from '#web/ui/loading.tsx'
import { LoadError } from './query-content.tsx'

type PagedListProps<Row> = {
  what: string
  query: UseInfiniteQueryResult<{ rows: Row[]; total: number }>
  /** For a list directly on the page and not in a card or drawer. */
  isBare?: boolean
  empty: ReactNode
  children: (rows: readonly Row[]) => ReactNode
}

/**
 * A paginated list with its loading, error and empty states. Loaded rows stay when the next page fails, and fade while
 * another filter loads.
 */
export function PagedList<Row>({ what, query, isBare = false, empty, children }: PagedListProps<Row>) {
  const { data, error } = query
  const [wasLoading] = useState(!data)
  const retry = query.isFetchNextPageError ? query.fetchNextPage : query.refetch
  return (
    <div
      aria-busy={query.isPlaceholderData}
      className={cx('transition-opacity', query.isPlaceholderData && 'opacity-60')}
    >
      {error && (
        <div className={isBare ? 'pb-4' : 'p-4 md:p-5'}>
          <LoadError what={what} error={error} isRetrying={query.isFetching} onRetry={() => void retry()} />
        </div>
      )}
      {!data && !error && <Spinner />}
      {data?.rows.length === 0 && empty}
      {data && data.rows.length > 0 && (
        <>
          <FirstRows rows={data.rows} areNew={wasLoading}>
            {children}
          </FirstRows>
          <LoadMore
            shown={data.rows.length}
            total={data.total}
            isPending={query.isFetchingNextPage}
            isBare={isBare}
            onLoadMore={() => void query.fetchNextPage()}
          />
        </>
      )}
    </div>
  )
}

/** Rows that fit into a window. */
const visibleRows = 12

type FirstRowsProps<Row> = {
  rows: readonly Row[]
  /**
   * Whether the rows have just been loaded. Cached rows render at once, so that the scroll position can be restored.
   */
  areNew: boolean
  children: (rows: readonly Row[]) => ReactNode
}

/** Renders the visible rows first and the rest as a deferred update, so that the page responds sooner. */
export function FirstRows<Row>({ rows, areNew, children }: FirstRowsProps<Row>) {
  const areAllDue = useDeferredValue(true, !areNew)
  return children(areAllDue ? rows : rows.slice(0, visibleRows))
}

/** All loaded pages as one list. The total comes from the last page, which is the newest answer. */
export function flattenPages<Row>({ pages }: InfiniteData<Page<Row>>) {
  return { rows: pages.flatMap((page) => page.rows), total: pages.at(-1)?.total ?? 0 }
}
