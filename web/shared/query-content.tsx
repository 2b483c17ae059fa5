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
  /** For content that fills a card from edge to edge, such as a list: pads the error. */
  isInCard?: boolean
  children: (data: Data) => ReactNode
}

/** Renders the data of a query, with loading and error states. Data stays on screen when a refetch fails. */
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

/** Error of a failed query, with a button to try again. */
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
