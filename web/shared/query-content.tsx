import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorMessage } from '#web/lib/api-error.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardBody } from '#web/ui/card.tsx'
import { Spinner } from '#web/ui/loading.tsx'

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

type LoadErrorProps = { what: string; error: unknown; onRetry: () => void; isRetrying?: boolean }

/** Stands in the place of what could not be loaded. */
export function LoadError({ what, error, onRetry, isRetrying = false }: LoadErrorProps) {
  return (
    <Alert
      tone="danger"
      title={`${what} couldn’t be loaded`}
      action={
        <Button size="small" isPending={isRetrying} onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {errorMessage(error)}
    </Alert>
  )
}
