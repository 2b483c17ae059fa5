import { cx } from 'class-variance-authority'
import type { Quantities } from '#contract/stock-status.ts'
import { formatNumber } from '#web/lib/figures.ts'

type StockFiguresProps = Quantities & { size?: 'small' | 'large' }

export function StockFigures({ qtyAvailable, qtyReserved, qtyInbound, size = 'large' }: StockFiguresProps) {
  return (
    <dl className="grid grid-cols-3 gap-px overflow-hidden rounded-lg border bg-line">
      <Figure label="Available" units={qtyAvailable} size={size} />
      <Figure label="Reserved" units={qtyReserved} size={size} />
      <Figure label="Inbound" units={qtyInbound} size={size} />
    </dl>
  )
}

type FigureProps = { label: string; units: number; size: 'small' | 'large' }

function Figure({ label, units, size }: FigureProps) {
  return (
    <div className={cx('bg-raised px-3', size === 'large' ? 'py-2.5' : 'py-1.5')}>
      <dt className="text-xs text-muted">{label}</dt>
      <dd className={cx('font-semibold', size === 'large' ? 'text-2xl' : 'text-lg')}>{formatNumber(units)}</dd>
    </div>
  )
}
