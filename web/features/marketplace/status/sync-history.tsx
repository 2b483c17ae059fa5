import { cx } from 'class-variance-authority'
import ArrowRight from 'lucide-react/icons/arrow-right'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Scale from 'lucide-react/icons/scale'
import { Link } from 'wouter'
import { t } from '#contract/i18n.ts'
import { type DifferenceCause, differenceCauses } from '#contract/marketplace-values.ts'
import type { DriftReport, StockDifference, SyncRun } from '#contract/marketplace.ts'
import { formatNumber } from '#web/lib/format-number.ts'
import { SyncStatusBadge } from '#web/shared/job-badges.tsx'
import { CountTiles } from '#web/shared/count-tiles.tsx'
import { PagedList } from '#web/shared/paged-list.tsx'
import { QueryContent } from '#web/shared/query-content.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { rich } from '#web/shared/rich.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Select } from '#web/ui/select.tsx'
import { Table, type TableColumn } from '#web/ui/table.tsx'
import { useDifferences, useDrift, useSyncRuns } from './api.ts'
import { causeDescriptions, describeOutcome, kindLabels, modeLabels } from './sync-labels.ts'

export function SyncRunsCard(views: RunViews) {
  const runs = useSyncRuns()
  return (
    <Card aria-labelledby="runs-heading">
      <CardHeader
        id="runs-heading"
        title={t('Recent syncs')}
        description={t('Changes sync at your chosen frequency; everything syncs daily and on request.')}
      />
      <PagedList
        what={t('The syncs')}
        query={runs}
        empty={
          <EmptyState icon={<RefreshCw />}>
            {t('No syncs yet. The first one starts automatically when an account is connected.')}
          </EmptyState>
        }
      >
        {(rows) => (
          <Table caption={t('Recent syncs')} columns={runColumns(views)} rows={rows} isWide rowKey={({ id }) => id} />
        )}
      </PagedList>
    </Card>
  )
}

type RunViews = {
  /** Opens the differences that a run found. */
  onView: (runId: string) => void
  /** Opens the changes that a two-way sync made. */
  onViewChanges: (runId: string) => void
}

function runColumns(views: RunViews): readonly TableColumn<SyncRun>[] {
  return [
    { header: t('When'), cell: ({ startedAt }) => <RelativeTime moment={startedAt} /> },
    { header: t('Account'), cell: ({ accountName }) => accountName },
    { header: t('Sync'), cell: (run) => <SyncKindCell run={run} /> },
    { header: t('Read'), align: 'end', cell: ({ rowsRead }) => formatNumber(rowsRead) },
    { header: t('Changed'), align: 'end', cell: ({ rowsChanged }) => formatNumber(rowsChanged) },
    { header: t('New'), align: 'end', cell: ({ rowsCreated }) => formatNumber(rowsCreated) },
    { header: t('Result'), cell: (run) => <SyncResultCell run={run} {...views} /> },
  ]
}

function SyncKindCell({ run: { kind, mode, requestedBy } }: { run: SyncRun }) {
  return (
    <div>
      <p>{kindLabels[kind]}</p>
      <p className="text-xs text-muted">
        {modeLabels[mode]} · {requestedBy}
      </p>
    </div>
  )
}

function SyncResultCell({ run, onView, onViewChanges }: RunViews & { run: SyncRun }) {
  return (
    <div className="grid justify-items-start gap-0.5 as-cards:justify-items-end">
      <SyncStatusBadge status={run.status} />
      {run.error && <p className={run.status === 'failed' ? 'text-danger' : 'text-warning'}>{run.error}</p>}
      {describeOutcome(run).map((text) => (
        <p key={text} className="text-xs text-muted">
          {text}
        </p>
      ))}
      {run.kind === 'two_way' && (
        <Button size="small" className="mt-1" onClick={() => onViewChanges(run.id)}>
          {t('View changes')}
        </Button>
      )}
      {run.kind !== 'two_way' && run.differences > 0 && (
        <Button size="small" className="mt-1" onClick={() => onView(run.id)}>
          {t('{count, plural, one {View # difference} other {View # differences}}', { count: run.differences })}
        </Button>
      )}
    </div>
  )
}

/** `onView` opens the differences that a run found. */
export function DailyCheckCard({ onView }: { onView: (runId: string) => void }) {
  const query = useDrift()
  const { data: report } = query
  return (
    <Card aria-labelledby="check-heading">
      <CardHeader
        id="check-heading"
        title={t('Daily check')}
        description={
          report
            ? rich(t('Compared with Amazon’s numbers {when}'), { when: <RelativeTime moment={report.comparedAt} /> })
            : t('Compares all numbers with Amazon’s once a day')
        }
        actions={
          report && report.differences > 0 ? (
            <Button onClick={() => onView(report.runId)}>{t('View differences')}</Button>
          ) : undefined
        }
      />
      <QueryContent what={t('The daily check')} query={query} isInCard>
        {(newest) =>
          newest ? (
            <Comparison report={newest} />
          ) : (
            <EmptyState icon={<Scale />}>
              {t('No check yet. The first full sync compares every number with Amazon’s.')}
            </EmptyState>
          )
        }
      </QueryContent>
    </Card>
  )
}

function Comparison({ report: { skusCompared, differences, unexplained } }: { report: DriftReport }) {
  return (
    <div className="overflow-hidden rounded-b-lg">
      <CountTiles
        tiles={[
          { label: t('Compared'), count: skusCompared, hint: t('SKUs, available, reserved and inbound') },
          { label: t('Differences'), count: differences, hint: t('Corrected') },
          {
            label: t('Unexplained'),
            count: unexplained,
            hint: t('Missed by an earlier sync'),
            tone: 'warning',
          },
        ]}
      />
    </div>
  )
}

const everyCause = 'all'

const options: readonly { value: DifferenceCause | typeof everyCause; label: string }[] = [
  { value: everyCause, label: t('All causes') },
  ...differenceCauses.map((cause) => ({ value: cause, label: causeDescriptions[cause].label })),
]

type DifferencesDrawerProps = {
  runId: string
  /** From the URL, so any string. */
  cause: string | null
  onCauseChange: (cause: DifferenceCause | typeof everyCause) => void
  onClose: () => void
}

export function DifferencesDrawer({ runId, cause, onCauseChange, onClose }: DifferencesDrawerProps) {
  const chosen = differenceCauses.find((one) => one === cause)
  const differences = useDifferences({ runId, cause: chosen })
  return (
    <Drawer open onOpenChange={onClose} side="right" size="detail" title={t('Differences from Amazon')}>
      <div className="grid gap-3 px-4 pb-3">
        <p className="text-muted">{t('Lockstep’s and Amazon’s numbers by SKU, compared during a full sync.')}</p>
        <div className="sm:max-w-60">
          <Select
            aria-label={t('Cause')}
            options={options}
            value={chosen ?? everyCause}
            onValueChange={onCauseChange}
          />
        </div>
        {chosen && <p className="text-sm text-muted">{causeDescriptions[chosen].about}</p>}
      </div>
      <div className="border-t">
        <PagedList
          what={t('The differences')}
          query={differences}
          empty={
            <EmptyState>
              {chosen ? t('No differences with this cause.') : t('All numbers matched Amazon’s.')}
            </EmptyState>
          }
        >
          {(rows) => (
            <ul aria-label={t('Differences')} className="divide-y">
              {rows.map((difference) => (
                <DifferenceItem key={difference.id} difference={difference} />
              ))}
            </ul>
          )}
        </PagedList>
      </div>
    </Drawer>
  )
}

const quantities = [
  { label: t('Available'), field: 'qtyAvailable' },
  { label: t('Reserved'), field: 'qtyReserved' },
  { label: t('Inbound'), field: 'qtyInbound' },
] as const

function DifferenceItem({ difference }: { difference: StockDifference }) {
  const { skuId, sku, title, cause, here, amazon } = difference
  const { label, tone } = causeDescriptions[cause]
  return (
    <li className="grid gap-2 px-4 py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div className="min-w-0 flex-1">
          <Link
            href={`/inventory?sku=${skuId}`}
            className="inline-flex min-h-10 items-center font-semibold text-accent underline-offset-2 wrap-anywhere hover:underline md:min-h-0"
          >
            {sku}
          </Link>
          <p className="text-sm text-muted wrap-anywhere">{title}</p>
        </div>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <dl className="grid grid-cols-3 gap-x-4 text-sm">
        {quantities.map(({ label, field }) => (
          <Quantity key={field} label={label} here={here?.[field]} amazon={amazon?.[field]} />
        ))}
      </dl>
    </li>
  )
}

/** Undefined on the side that does not have the SKU. */
type QuantityProps = { label: string; here: number | undefined; amazon: number | undefined }

function Quantity({ label, here, amazon }: QuantityProps) {
  return (
    <div>
      <dt className="text-xs text-muted">{label}</dt>
      <dd className={cx('flex flex-wrap items-center gap-x-1.5', here === amazon ? 'text-muted' : 'font-medium')}>
        <span className="sr-only">{t('here')}</span>
        {quantityText(here)}
        <ArrowRight aria-hidden className="size-3.5 shrink-0 text-muted" />
        <span className="sr-only">{t('at Amazon')}</span>
        {quantityText(amazon)}
      </dd>
    </div>
  )
}

const quantityText = (count: number | undefined) => (count === undefined ? '—' : formatNumber(count))
