import type { TooltipContentProps } from 'recharts'
import type { StockHistory } from '#contract/inventory.ts'
import { counted, figure } from '#web/lib/figures.ts'
import { dayInFull } from '#web/shared/days.ts'

export function StockChartTooltip({ active, payload }: TooltipContentProps) {
  const point = payload[0]?.payload as StockHistory[number] | undefined
  if (!active || !point) return null
  return (
    <div className="rounded-md bg-ink px-2.5 py-1.5 text-sm text-surface shadow-overlay">
      <p>{dayInFull(point.day)}</p>
      <p className="font-semibold">{counted(point.qtyAvailable, 'unit')} counted</p>
      <p>
        {figure(point.qtyReserved)} reserved, {figure(point.qtyInbound)} inbound
      </p>
    </div>
  )
}
