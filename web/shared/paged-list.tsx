import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CardBody } from '#web/ui/card.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { FailedToLoad } from './failed-to-load.tsx'

type PagedListProps<Row> = {
  what: string
  query: UseInfiniteQueryResult<{ rows: Row[]; total: number }>
  empty: ReactNode
  children: (rows: Row[]) => ReactNode
}

/** A list in all its states: loading, failed, empty, and page after page. */
export function PagedList<Row>({ what, query, empty, children }: PagedListProps<Row>) {
  const { data, error, refetch, isRefetching } = query
  if (error && !query.isFetchNextPageError) {
    return (
      <CardBody>
        <FailedToLoad what={what} error={error} isRetrying={isRefetching} onRetry={() => void refetch()} />
      </CardBody>
    )
  }
  if (!data) return <Spinner />
  if (data.rows.length === 0) return empty
  return (
    <>
      {children(data.rows)}
      {query.isFetchNextPageError && (
        <CardBody>
          <FailedToLoad what="The next rows" error={error} onRetry={() => void query.fetchNextPage()} />
        </CardBody>
      )}
      <LoadMore
        shown={data.rows.length}
        total={data.total}
        isPending={query.isFetchingNextPage}
        onLoadMore={() => void query.fetchNextPage()}
      />
    </>
  )
}
