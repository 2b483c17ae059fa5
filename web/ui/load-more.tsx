import { Button } from './button.tsx'
import { useFocusHeir } from './use-focus-heir.ts'

type LoadMoreProps = { shown: number; total: number; isPending?: boolean; onLoadMore: () => void }

export function LoadMore({ shown, total, isPending = false, onLoadMore }: LoadMoreProps) {
  const isComplete = shown >= total
  const count = useFocusHeir<HTMLParagraphElement>(isComplete)
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t px-4 py-3 text-sm md:px-5">
      <p ref={count} tabIndex={-1} aria-live="polite" className="text-muted">
        Showing {shown.toLocaleString('en-US')} of {total.toLocaleString('en-US')}
      </p>
      {!isComplete && (
        <Button size="small" isPending={isPending} onClick={onLoadMore}>
          Load more
        </Button>
      )}
    </div>
  )
}
