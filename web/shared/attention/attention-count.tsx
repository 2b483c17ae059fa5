import { useQuery } from '@tanstack/react-query'
import { cx } from 'class-variance-authority'
import { t } from '#contract/i18n.ts'
import { waitingApi } from '#contract/order-row.ts'
import { call } from '#web/lib/api.ts'
import { formatNumber } from '#web/lib/format-number.ts'
import { useCurrentUser } from '#web/lib/session.tsx'

/** Query key of the attention count. The menu keeps this query mounted while somebody is signed in. */
export const attentionCountKey = ['attention', 'waiting'] as const

const mostShown = 999

/** How many orders and deliveries need attention, as a badge; renders nothing at zero. */
export function AttentionCount({ className }: { className?: string }) {
  const { companyId } = useCurrentUser()
  const { data } = useQuery({
    queryKey: attentionCountKey,
    queryFn: ({ signal }) => call(waitingApi.count, {}, { signal }),
    enabled: companyId !== null,
  })
  if (!data?.waiting) return null
  const count = data.waiting > mostShown ? `${formatNumber(mostShown)}+` : formatNumber(data.waiting)
  return (
    <span className={cx(badgeStyles, className)}>
      <span aria-hidden>{count}</span>
      <span className="sr-only">{t(', {count} waiting for you', { count })}</span>
    </span>
  )
}

const badgeStyles =
  'inline-flex min-w-5 justify-center rounded-full bg-accent px-1.5 text-xs/5 font-semibold text-on-accent tabular-nums'
