import { useQuery } from '@tanstack/react-query'
import { cx } from 'class-variance-authority'
import { waitingApi } from '#contract/order-row.ts'
import { call } from '#web/lib/api.ts'
import { formatNumber } from '#web/lib/figures.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { attentionCountKey } from './waiting-key.ts'

/** How much waits for a person; nothing at all where nothing does. */
export function OrdersBadge({ isFolded }: { isFolded: boolean }) {
  const { companyId } = useCurrentUser()
  const { data } = useQuery({
    queryKey: attentionCountKey,
    queryFn: ({ signal }) => call(waitingApi.count, {}, { signal }),
    enabled: companyId !== null,
  })
  if (!data?.waiting) return null
  const count = data.waiting > mostShown ? `${formatNumber(mostShown)}+` : formatNumber(data.waiting)
  return (
    <span className={cx(badgeStyles, isFolded ? 'absolute top-0.5 right-0.5' : 'ml-auto')}>
      <span aria-hidden>{count}</span>
      <span className="sr-only">, {count} waiting for you</span>
    </span>
  )
}

const mostShown = 999

const badgeStyles =
  'inline-flex min-w-5 justify-center rounded-full bg-accent px-1.5 text-xs/5 font-semibold text-on-accent tabular-nums'
