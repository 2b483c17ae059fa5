import { cx } from 'class-variance-authority'
import ArrowRight from 'lucide-react/icons/arrow-right'
import Scale from 'lucide-react/icons/scale'
import { Link } from 'wouter'
import { type DifferenceCause, differenceCauses } from '#contract/marketplace-values.ts'
import type { DriftReport, StockDifference } from '#contract/marketplace.ts'
import { formatNumber } from '#web/lib/format-number.ts'
import { CountTiles } from '#web/shared/count-tiles.tsx'
import { PagedList } from '#web/shared/paged-list.tsx'
import { QueryContent } from '#web/shared/query-content.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Select } from '#web/ui/select.tsx'
import { useDifferences, useDrift } from './api.ts'
import { causeDescriptions } from './sync-labels.ts'

/** `onView` opens the differences that a run found. */
export function DailyCheckCard({ onView }: { onView: (runId: string) => void }) {
  const query = useDrift()
  const { data: report } = query
  return (
    <Card aria-labelledby="check-heading">
      <CardHeader
        id="check-heading"
        title="Daily check"
        description={
          report ? (
            <>
              Compared with Amazon’s numbers <RelativeTime moment={report.comparedAt} />
            </>
          ) : (
            'Once a day all numbers here are compared with Amazon’s'
          )
        }
        actions={
          report && report.differences > 0 ? (
            <Button onClick={() => onView(report.runId)}>View differences</Button>
          ) : undefined
        }
      />
      <QueryContent what="The daily check" query={query} isInCard>
        {(newest) =>
          newest ? (
            <Comparison report={newest} />
          ) : (
            <EmptyState icon={<Scale />}>
              No check yet. The first full sync compares every number with Amazon’s.
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
          { label: 'Compared', count: skusCompared, hint: 'SKUs, available, reserved and inbound' },
          { label: 'Differences', count: differences, hint: 'Numbers put right, missing SKUs marked' },
          {
            label: 'Unexplained',
            count: unexplained,
            hint: 'An earlier sync should have brought them',
            tone: 'warning',
          },
        ]}
      />
    </div>
  )
}

const everyCause = 'all'

const options: readonly { value: DifferenceCause | typeof everyCause; label: string }[] = [
  { value: everyCause, label: 'All causes' },
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
    <Drawer open onOpenChange={onClose} side="right" size="detail" title="Differences from Amazon">
      <div className="grid gap-3 px-4 pb-3">
        <p className="text-muted">What stood here and what Amazon said, SKU by SKU, when a full sync compared them.</p>
        <div className="sm:max-w-60">
          <Select aria-label="Cause" options={options} value={chosen ?? everyCause} onValueChange={onCauseChange} />
        </div>
        {chosen && <p className="text-sm text-muted">{causeDescriptions[chosen].about}</p>}
      </div>
      <div className="border-t">
        <PagedList
          what="The differences"
          query={differences}
          empty={
            <EmptyState>
              {chosen ? 'No difference has this cause.' : 'Every number here was the same as Amazon’s.'}
            </EmptyState>
          }
        >
          {(rows) => (
            <ul aria-label="Differences" className="divide-y">
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
  { label: 'Available', field: 'qtyAvailable' },
  { label: 'Reserved', field: 'qtyReserved' },
  { label: 'Inbound', field: 'qtyInbound' },
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
        <span className="sr-only">here</span>
        {quantityText(here)}
        <ArrowRight aria-hidden className="size-3.5 shrink-0 text-muted" />
        <span className="sr-only">at Amazon</span>
        {quantityText(amazon)}
      </dd>
    </div>
  )
}

const quantityText = (count: number | undefined) => (count === undefined ? '—' : formatNumber(count))
