import type { StockHistory } from '#contract/inventory.ts'
import { counted, figure } from '#web/lib/figures.ts'
import { dayInFull } from '#web/shared/days.ts'

export function StockChartTooltip({ of }: { of: StockHistory[number] }) {
  return (
    <>
      <p>{dayInFull(of.day)}</p>
      <p className="font-semibold">{counted(of.qtyAvailable, 'unit')} counted</p>
      <p>
        {figure(of.qtyReserved)} reserved, {figure(of.qtyInbound)} inbound
      </p>
    </>
  )
}
