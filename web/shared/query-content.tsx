import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { t } from '#contract/i18n.ts'
import { ApiError, errorMessage } from '#web/lib/api-error.ts'
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

/** Error of a failed query, with a button to try again. What may work a little later is tried again without it. */
export function LoadError({ what, error, onRetry, isRetrying = false }: LoadErrorProps) {
  useRetryLater(isRetrying ? null : error, onRetry)
  return (
    <Alert
      tone="danger"
      title={t('{what} couldn’t be loaded', { what })}
      action={
        <Button size="small" isPending={isRetrying} onClick={onRetry}>
          {t('Try again')}
        </Button>
      }
    >
      {errorMessage(error)}
    </Alert>
  )
}

/** In milliseconds. Random, so that the browsers of all people do not come at once when the server is back. */
const retryDelay = () => 8_000 + Math.random() * 4_000

/** Tries again after a lost connection or a failure of the server; a refusal of the server would be the same again. */
function useRetryLater(error: unknown, onRetry: () => void): void {
  const retry = useRef(onRetry)
  useEffect(() => {
    retry.current = onRetry
  })
  useEffect(() => {
    if (error === null || (error instanceof ApiError && error.status < 500)) return undefined
    const timer = setTimeout(() => retry.current(), retryDelay())
    return () => clearTimeout(timer)
  }, [error])
}
