import type { StockHistory } from '#contract/inventory.ts'
import { formatNumber } from '#web/lib/figures.ts'
import { formatDay } from '#web/shared/days.ts'

/** The figures of the chart for those who can't see it, or want them exactly. */
export function StockHistoryTable({ history }: { history: StockHistory }) {
  return (
    <details className="text-sm">
      <summary className="min-h-10 content-center text-muted md:min-h-8">Show as a table</summary>
      <table className="mt-1 w-full rounded-lg border">
        <caption className="sr-only">Stock day by day, newest first</caption>
        <thead className="border-b text-xs text-muted">
          <tr>
            <th scope="col" className="px-3 py-2 text-left font-medium">
              Day
            </th>
            {['Counted', 'Reserved', 'Inbound'].map((heading) => (
              <th key={heading} scope="col" className="px-3 py-2 text-right font-medium">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y">
          {history.toReversed().map(({ day, qtyAvailable, qtyReserved, qtyInbound }) => (
            <tr key={day}>
              <th scope="row" className="px-3 py-1.5 text-left font-normal">
                {formatDay(day)}
              </th>
              <td className="px-3 py-1.5 text-right">{formatNumber(qtyAvailable)}</td>
              <td className="px-3 py-1.5 text-right">{formatNumber(qtyReserved)}</td>
              <td className="px-3 py-1.5 text-right">{formatNumber(qtyInbound)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
