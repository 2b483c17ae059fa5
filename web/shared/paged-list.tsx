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
  /** Whether it stands on the page itself, not in a card or drawer. */
  isBare?: boolean
  empty: ReactNode
  children: (rows: readonly Row[]) => ReactNode
}

/**
 * A list in all its states: loading, failed, empty, and page after page. What is there stays when more can't be loaded,
 * and fades while the answer to another question is waited for.
 */
export function PagedList<Row>({ what, query, isBare = false, empty, children }: PagedListProps<Row>) {
  const { data, error } = query
  const [isWaitedFor] = useState(!data)
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
          <FirstRows rows={data.rows} areNew={isWaitedFor}>
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

/** As many as a window shows of a list of cards or of a table. */
const visibleRows = 12

type FirstRowsProps<Row> = {
  rows: readonly Row[]
  /** Whether they have just come. Those that were there before are drawn at once, where somebody comes back to their place. */
  areNew: boolean
  children: (rows: readonly Row[]) => ReactNode
}

/** Draws those in sight at once, so that they can be worked with, and the others beside whatever is done meanwhile. */
export function FirstRows<Row>({ rows, areNew, children }: FirstRowsProps<Row>) {
  const areAllDue = useDeferredValue(true, !areNew)
  return children(areAllDue ? rows : rows.slice(0, visibleRows))
}

/** The pages loaded so far as one list; the newest page knows the count best. */
export function flattenPages<Row>({ pages }: InfiniteData<Page<Row>>) {
  return { rows: pages.flatMap((page) => page.rows), total: pages.at(-1)?.total ?? 0 }
}
