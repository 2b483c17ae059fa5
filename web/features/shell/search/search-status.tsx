import { useEffect, useState } from 'react'
import { shortestSearch } from '#contract/search.ts'
import { formatCount } from '#web/lib/figures.ts'
import { LoadError } from '#web/shared/failed-to-load.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import type { useSearchEntries } from './use-entries.ts'

/** Milliseconds after which a search counts as slow. */
const slowAfter = 2000

type SearchStatusProps = { text: string; found: ReturnType<typeof useSearchEntries>; count: number }

/** How the search stands: slow, failed, without a result; for screen readers how much it found. */
export function SearchStatus({ text, found: { query, isSettled }, count }: SearchStatusProps) {
  const isSlow = useIsSlow(query.isFetching)
  if (query.isError && text)
    return (
      <LoadError
        what="The search"
        error={query.error}
        isRetrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  if (isSlow)
    return (
      <Alert
        tone="warning"
        action={
          <Button size="small" onClick={() => void query.refetch()}>
            Try again
          </Button>
        }
      >
        The search takes longer than usual.
      </Alert>
    )
  if (text && isSettled && count === 0) return <NothingFound text={text} />
  return <output className="sr-only">{text && isSettled && formatCount(count, 'result')}</output>
}

function NothingFound({ text }: { text: string }) {
  return (
    <output className="block px-2.5 py-6 text-center">
      <p className="font-medium wrap-anywhere">Nothing found for “{text}”</p>
      <p className="mt-1 text-sm text-muted">
        {text.length < shortestSearch
          ? `Type at least ${shortestSearch} characters.`
          : 'Try an order number, a SKU, an ASIN, the beginning of a word of a title, a customer’s name or whole e-mail address, or a promotion’s code.'}
      </p>
    </output>
  )
}

function useIsSlow(isUnderWay: boolean): boolean {
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    if (!isUnderWay) return
    const timer = setTimeout(() => setIsSlow(true), slowAfter)
    return () => {
      clearTimeout(timer)
      setIsSlow(false)
    }
  }, [isUnderWay])
  return isSlow
}
