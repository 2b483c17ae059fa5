import { cx } from 'class-variance-authority'
import { t } from '#contract/i18n.ts'
import { Button } from './button.tsx'
import { useFocusFallback } from './focus.ts'

type LoadMoreProps = {
  shown: number
  total: number
  isPending?: boolean
  /** For a list directly on the page: no border and no padding. */
  isBare?: boolean
  onLoadMore: () => void
}

export function LoadMore({ shown, total, isPending = false, isBare = false, onLoadMore }: LoadMoreProps) {
  const isComplete = shown >= total
  const count = useFocusFallback<HTMLParagraphElement>(isComplete)
  return (
    <div
      className={cx(
        'flex flex-wrap items-center justify-between gap-3 text-sm',
        !isBare && 'border-t px-4 py-3 md:px-5',
      )}
    >
      <p ref={count} tabIndex={-1} aria-live="polite" className="text-muted">
        {t('Showing {shown} of {total}', { shown, total })}
      </p>
      {!isComplete && (
        <Button size="small" isPending={isPending} onClick={onLoadMore}>
          {t('Load more')}
        </Button>
      )}
    </div>
  )
}
