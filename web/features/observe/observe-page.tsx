import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import Eye from 'lucide-react/icons/eye'
import { Link } from 'wouter'
import { t } from '#contract/i18n.ts'
import { formatMoney } from '#contract/money.ts'
import { notificationTypeLabels } from '#contract/notification-values.ts'
import {
  decisionLabels,
  differences,
  observationKindLabels,
  observationKinds,
  type Verdict,
  verdictLabels,
} from '#contract/observe-values.ts'
import { type ObservationRow, observeApi, type ObserveSummary } from '#contract/observe.ts'
import { call, callPage } from '#web/lib/api.ts'
import { ExportMenu } from '#web/shared/export-menu.tsx'
import { OrderLink } from '#web/shared/orders/order-link.tsx'
import { shippingSpeedLabels } from '#web/shared/orders/order-labels.ts'
import { flattenPages, PagedList } from '#web/shared/paged-list.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { useUrlParam } from '#web/shared/url-state.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonVariants } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FigureCard, FigureCards } from '#web/ui/figure-card.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Select } from '#web/ui/select.tsx'
import { Table, type TableColumn } from '#web/ui/table.tsx'

/** What Lockstep would have done while it observed, beside what happened. */
export function ObservePage() {
  const filter = useDecisionFilter()
  const summary = useSummary()
  const decisions = useDecisions(filter.input)
  return (
    <div className="grid gap-6">
      <PageHeader
        title={t('Observe Mode')}
        subtitle={t('What Lockstep would have done, compared with what happened')}
        actions={
          <ExportMenu
            endpoint={observeApi.export}
            what={t('All matching decisions')}
            inputFor={(format) => ({ ...filter.input, format })}
          />
        }
      />
      <Figures summary={summary.data} />
      <Card aria-label={t('Decisions')}>
        <div className="flex flex-wrap gap-2 border-b px-4 py-3 md:px-5">
          <div className="w-full sm:w-64">
            <Select
              aria-label={t('Show')}
              options={showOptions}
              value={filter.show}
              onValueChange={filter.chooseShow}
            />
          </div>
          <div className="w-full sm:w-48">
            <Select
              aria-label={t('Kind')}
              options={kindOptions}
              value={filter.kind}
              onValueChange={filter.chooseKind}
            />
          </div>
        </div>
        <PagedList
          what={t('The decisions')}
          query={decisions}
          empty={<NoDecisions isObserving={summary.data?.observingSince != null} isFiltered={filter.isSet} />}
        >
          {(rows) => (
            <Table caption={t('Decisions')} columns={decisionColumns} rows={rows} rowKey={({ id }) => id} isTight />
          )}
        </PagedList>
      </Card>
    </div>
  )
}

const allKinds = 'all'

const showOptions = [
  { value: 'all', label: t('Everything, differences first') },
  { value: 'differences', label: t('Differences only') },
] as const

const kindOptions = [
  { value: allKinds, label: t('All kinds') },
  ...observationKinds.map((value) => ({ value, label: observationKindLabels[value] })),
] as const

/** The chosen kind, and whether only differences are shown, stored in the URL. */
function useDecisionFilter() {
  const [show, chooseShow] = useUrlParam('show')
  const [chosen, chooseKind] = useUrlParam('kind')
  const kind = observationKinds.find((one) => one === chosen)
  const only = show === 'differences' ? ('differences' as const) : undefined
  return {
    input: { ...(kind && { kind }), ...(only && { only }) },
    isSet: kind !== undefined || only !== undefined,
    show: only ?? ('all' as const),
    kind: kind ?? (allKinds as typeof allKinds),
    chooseShow: (next: string) => chooseShow(next === 'all' ? null : next),
    chooseKind: (next: string) => chooseKind(next === allKinds ? null : next),
  }
}

/** Decisions change with every order. */
const topics = ['orders', 'channels', 'settings'] as const

const useSummary = () =>
  useQuery({
    queryKey: ['observe', 'summary'],
    queryFn: ({ signal }) => call(observeApi.summary, {}, { signal }),
    meta: { topics },
  })

const useDecisions = (filter: ReturnType<typeof useDecisionFilter>['input']) =>
  useInfiniteQuery({
    queryKey: ['observe', 'decisions', filter],
    queryFn: ({ pageParam, signal }) => callPage(observeApi.list, { ...filter, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    select: flattenPages,
    meta: { topics },
  })

function Figures({ summary }: { summary: ObserveSummary | undefined }) {
  const of = (kind: ObserveSummary['counts'][number]['kind']) => summary?.counts.find((count) => count.kind === kind)
  const [orders, stock] = [of('order'), of('stock')]
  const same = orders?.same ?? 0
  const figure = (count: number | undefined) => (summary ? (count ?? 0) : undefined)
  const fees = summary?.fees.map(({ amount, currency }) => formatMoney(amount, currency)).join(' + ')
  return (
    <FigureCards>
      <FigureCard
        label={t('Matching orders')}
        figure={summary && t('{same} of {total}', { same, total: same + (orders?.different ?? 0) })}
        hint={t('Same speed and quantity, within an hour')}
      />
      <FigureCard
        label={t('Order mismatches')}
        figure={figure(orders?.different)}
        hint={t('{waiting} waiting for the other tool', { waiting: orders?.waiting ?? 0 })}
      />
      <FigureCard
        label={t('Stock mismatches')}
        figure={figure(stock?.different)}
        hint={t('{matching} matched at the last check', { matching: stock?.same ?? 0 })}
      />
      <FigureCard
        label={t('Amazon’s fees')}
        figure={summary && (fees || '—')}
        hint={t('Estimate for orders it would have sent')}
      />
    </FigureCards>
  )
}

function NoDecisions({ isObserving, isFiltered }: { isObserving: boolean; isFiltered: boolean }) {
  if (isFiltered) return <EmptyState icon={<Eye />}>{t('Nothing matches these filters.')}</EmptyState>
  return isObserving ? (
    <EmptyState icon={<Eye />}>
      {t(
        'No decisions yet. Orders will appear here when they’re due and stock within an hour, next to what your other tool did.',
      )}
    </EmptyState>
  ) : (
    <EmptyState
      icon={<Eye />}
      action={
        <Link href="/settings?tab=system" className={buttonVariants()}>
          {t('Open Settings')}
        </Link>
      }
    >
      {t(
        'Observe mode is off. When it’s on, Lockstep makes every decision but sends nothing, so you can compare it here with your current tool.',
      )}
    </EmptyState>
  )
}

const decisionColumns: readonly TableColumn<ObservationRow>[] = [
  { header: t('What'), cell: (row) => <SubjectCell row={row} /> },
  { header: t('Result'), cell: ({ verdict }) => <VerdictBadge verdict={verdict} /> },
  { header: t('Lockstep’s plan'), cell: (row) => <PlannedCell row={row} /> },
  { header: t('What happened'), cell: ({ actual }) => (actual ? <SentFacts sent={actual} /> : '—') },
  { header: t('Decided'), cell: ({ decidedAt }) => <RelativeTime moment={decidedAt} /> },
]

function SubjectCell({ row: { kind, label, orderId, channelName } }: { row: ObservationRow }) {
  return (
    <div className="min-w-0">
      {orderId ? (
        <OrderLink
          orderId={orderId}
          className="inline-flex min-h-10 items-center font-mono text-accent underline-offset-2 hover:underline md:min-h-6"
        >
          {label}
        </OrderLink>
      ) : (
        <p className="font-semibold wrap-anywhere">{kind === 'customer_message' ? messageName(label) : label}</p>
      )}
      <p className="text-xs text-muted">
        {observationKindLabels[kind]}
        {channelName && ` · ${channelName}`}
      </p>
    </div>
  )
}

/** Of `order_shipped email`, the type as people know it. */
function messageName(label: string): string {
  const [type = '', method = ''] = label.split(' ')
  const known = Object.entries(notificationTypeLabels).find(([name]) => name === type)
  if (!known) return label
  const [, name] = known
  return method === 'sms' ? t('{name} (SMS)', { name }) : t('{name} (email)', { name })
}

const isDifference = (verdict: Verdict): boolean => (differences as readonly Verdict[]).includes(verdict)

function VerdictBadge({ verdict }: { verdict: Verdict }) {
  const tone = isDifference(verdict) ? 'warning' : verdict === 'same' ? 'success' : 'neutral'
  return <Badge tone={tone}>{verdictLabels[verdict]}</Badge>
}

function PlannedCell({ row: { kind, decision, reason, planned, times } }: { row: ObservationRow }) {
  const isKept = decision !== 'send'
  return (
    <div className="min-w-0">
      {(isKept || kind !== 'stock') && <p>{decisionLabels[decision]}</p>}
      {!isKept && <SentFacts sent={planned} />}
      {reason && <p className="text-xs text-muted">{reason}</p>}
      {times > 1 && kind !== 'stock' && <p className="text-xs text-muted">{t('{times} times', { times })}</p>}
    </div>
  )
}

function SentFacts({ sent: { at, speed, units, quantity, fee, currency } }: { sent: ObservationRow['planned'] }) {
  const facts = [
    quantity !== null && t('{quantity} in stock', { quantity }),
    units !== null && t('{units, plural, one {# unit} other {# units}}', { units }),
    speed && shippingSpeedLabels[speed],
    fee !== null && currency !== null && formatMoney(fee, currency),
  ].filter((fact) => fact !== false && fact !== null)
  return (
    <div className="min-w-0">
      <p className="empty:hidden">{facts.join(' · ')}</p>
      {at && (
        <p className="text-xs text-muted">
          <RelativeTime moment={at} />
        </p>
      )}
    </div>
  )
}
