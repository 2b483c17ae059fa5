import CircleCheckBig from 'lucide-react/icons/circle-check-big'
import { Suspense } from 'react'
import { Link } from 'wouter'
import type { Pile, TodaysWork } from '#contract/dashboard.ts'
import { t } from '#contract/i18n.ts'
import { formatNumber } from '#web/lib/format-number.ts'
import { useAttention } from '#web/shared/attention/api.ts'
import { alertsLink } from '#web/shared/inventory-alerts.tsx'
import { lazyPart } from '#web/shared/lazy-part.tsx'
import { QueryContent } from '#web/shared/query-content.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { rich } from '#web/shared/rich.tsx'
import { buttonVariants } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Spinner } from '#web/ui/loading.tsx'
import { useTodaysWork } from './api.ts'
import { MoreLink } from './card-links.tsx'

/** The work of the day: what waits, how old it is, and where to do it. What needs attention can be solved right here. */
export function TodayCard() {
  const query = useTodaysWork()
  return (
    <Card aria-labelledby="today-heading">
      <CardHeader id="today-heading" title={t('Today')} />
      <QueryContent what={t('Today’s work')} query={query} isInCard>
        {(work) => (isDone(work) ? <NothingToDo /> : <Piles work={work} />)}
      </QueryContent>
    </Card>
  )
}

const isDone = (work: TodaysWork): boolean => Object.values(work).every(({ count }) => count === 0)

function NothingToDo() {
  return (
    <EmptyState icon={<CircleCheckBig />}>
      {t('All done. Orders to ship, problems and SKUs running low will appear here.')}
    </EmptyState>
  )
}

type WorkKind = {
  kind: keyof TodaysWork
  label: string
  action: string
  /** The action with its count, for screen readers. */
  describe: (count: number) => string
  href: string
}

const kinds: readonly WorkKind[] = [
  {
    kind: 'toShip',
    label: t('To ship'),
    action: t('Ship orders'),
    describe: (count) => t('Ship orders: {count} to ship', { count }),
    href: '/orders?flag=to_ship',
  },
  {
    kind: 'attention',
    label: t('Needs attention'),
    action: t('Resolve'),
    describe: (count) => t('Resolve: {count, plural, one {# needs} other {# need}} attention', { count }),
    href: '/orders?view=attention',
  },
  {
    kind: 'toReorder',
    label: t('To reorder'),
    action: t('See SKUs'),
    describe: (count) => t('See SKUs: {count} to reorder', { count }),
    href: alertsLink,
  },
  {
    kind: 'failed',
    label: t('Failed'),
    action: t('See jobs'),
    describe: (count) => t('See jobs: {count} failed', { count }),
    href: '#background-jobs',
  },
]

function Piles({ work }: { work: TodaysWork }) {
  return (
    <>
      <ul aria-label={t('What to do')} className="grid grid-cols-2 gap-px bg-line lg:grid-cols-4">
        {kinds.map(({ kind, ...shown }) => (
          <PileItem key={kind} {...shown} pile={work[kind]} />
        ))}
      </ul>
      {work.attention.count > 0 && <OldestProblems count={work.attention.count} />}
    </>
  )
}

type PileItemProps = Omit<WorkKind, 'kind'> & { pile: Pile }

function PileItem({ label, action, describe, href, pile: { count, oldestAt } }: PileItemProps) {
  const styles = buttonVariants({ size: 'small' })
  const name = describe(count)
  return (
    <li className="grid min-w-0 content-start justify-items-start gap-2 bg-raised px-4 py-3 md:px-5 2xl:flex 2xl:items-center 2xl:justify-between">
      <div className="min-w-0">
        <p className="text-sm text-muted">{label}</p>
        <p className={count > 0 ? 'text-2xl font-semibold' : 'text-2xl font-semibold text-muted'}>
          {formatNumber(count)}
        </p>
        <p className="text-xs text-muted">
          {count > 0 && oldestAt
            ? rich(t('Oldest {when}'), { when: <RelativeTime moment={oldestAt} /> })
            : t('Nothing to do')}
        </p>
      </div>
      {count > 0 &&
        (href.startsWith('#') ? (
          <a href={href} aria-label={name} className={styles}>
            {action}
          </a>
        ) : (
          <Link href={href} aria-label={name} className={styles}>
            {action}
          </Link>
        ))}
    </li>
  )
}

const AttentionRows = lazyPart(async () => (await import('#web/shared/attention/attention-list.tsx')).AttentionRows)

const problemsAtOnce = 3

/** The oldest problems with their remedies. They load after the counts, which stay if they can't be loaded. */
function OldestProblems({ count }: { count: number }) {
  const attention = useAttention({ first: problemsAtOnce })
  const rows = attention.data?.rows.slice(0, problemsAtOnce) ?? []
  if (rows.length === 0) return null
  return (
    <div className="border-t">
      <Suspense fallback={<Spinner />}>
        <AttentionRows rows={rows} />
      </Suspense>
      {count > rows.length && (
        <MoreLink href="/orders?view=attention">{t('All {count} that need attention', { count })}</MoreLink>
      )}
    </div>
  )
}
