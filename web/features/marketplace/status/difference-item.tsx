import { cx } from 'class-variance-authority'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { Link } from 'wouter'
import type { StockDifference } from '#contract/marketplace.ts'
import { formatNumber } from '#web/lib/figures.ts'
import { Badge } from '#web/ui/badge.tsx'
import { causeDescriptions } from './sync-words.ts'

const quantities = [
  { label: 'Available', field: 'qtyAvailable' },
  { label: 'Reserved', field: 'qtyReserved' },
  { label: 'Inbound', field: 'qtyInbound' },
] as const

export function DifferenceItem({ difference }: { difference: StockDifference }) {
  const { skuId, sku, title, cause, here, amazon } = difference
  const { word, tone } = causeDescriptions[cause]
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
        <Badge tone={tone}>{word}</Badge>
      </div>
      <dl className="grid grid-cols-3 gap-x-4 text-sm">
        {quantities.map(({ label, field }) => (
          <Quantity key={field} label={label} here={here?.[field]} amazon={amazon?.[field]} />
        ))}
      </dl>
    </li>
  )
}

/** Undefined where a side doesn't have the SKU. */
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
