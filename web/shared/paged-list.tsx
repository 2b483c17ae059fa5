import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { cx } from 'class-variance-authority'
import { type ReactNode, useState } from 'react'
import { LoadMore } from '#web/ui/load-more.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { LoadError } from './failed-to-load.tsx'
import { FirstRows } from './first-rows.tsx'

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
