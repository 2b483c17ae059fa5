import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CardBody } from '#web/ui/card.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { LoadError } from './failed-to-load.tsx'

type QueryContentProps<Data> = {
  what: string
  query: UseQueryResult<Data>
  /** Whether it fills a card from edge to edge, as lists do. */
  isInCard?: boolean
  children: (data: Data) => ReactNode
}

/** What a query brings, in all its states. What is there stays when it can't be loaded anew. */
export function QueryContent<Data>({ what, query, isInCard = false, children }: QueryContentProps<Data>) {
  const { data, error, isFetching, refetch } = query
  const failure = error && (
    <LoadError what={what} error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
  )
  return (
    <>
      {isInCard && failure ? <CardBody>{failure}</CardBody> : failure}
      {data === undefined && !error && <Spinner />}
      {data !== undefined && children(data)}
    </>
  )
}
