import type { StockHistory } from '#contract/inventory.ts'
import { formatCount, formatNumber } from '#web/lib/figures.ts'
import { formatDay } from '#web/shared/days.ts'

export function StockChartTooltip({ of }: { of: StockHistory[number] }) {
  return (
    <>
      <p>{formatDay(of.day)}</p>
      <p className="font-semibold">{formatCount(of.qtyAvailable, 'unit')} counted</p>
      <p>
        {formatNumber(of.qtyReserved)} reserved, {formatNumber(of.qtyInbound)} inbound
      </p>
    </>
  )
}
