import { formatMoney } from '#contract/money.ts'
import type { PromotionUsage } from '#contract/promotions.ts'
import { formatNumber } from '#web/lib/figures.ts'
import { formatDay } from '#web/shared/days.ts'

/** The figures of the chart for those who can't see it, or want them exactly. */
export function UsageTable({ usage: { rows, currency } }: { usage: PromotionUsage }) {
  return (
    <details className="text-sm">
      <summary className="min-h-10 content-center text-muted md:min-h-8">Show as a table</summary>
      <table className="mt-1 w-full rounded-lg border">
        <caption className="sr-only">Uses and discount by day and channel, newest first</caption>
        <thead className="border-b text-xs text-muted">
          <tr>
            {['Day', 'Channel'].map((heading) => (
              <th key={heading} scope="col" className="px-3 py-2 text-left font-medium">
                {heading}
              </th>
            ))}
            {['Uses', 'Discount'].map((heading) => (
              <th key={heading} scope="col" className="px-3 py-2 text-right font-medium">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y">
          {rows
            .toSorted((a, b) => b.day.localeCompare(a.day) || a.channelName.localeCompare(b.channelName))
            .map(({ day, channelId, channelName, uses, discount }) => (
              <tr key={`${day} ${channelId}`}>
                <th scope="row" className="px-3 py-1.5 text-left font-normal">
                  {formatDay(day)}
                </th>
                <td className="px-3 py-1.5 wrap-anywhere">{channelName}</td>
                <td className="px-3 py-1.5 text-right">{formatNumber(uses)}</td>
                <td className="px-3 py-1.5 text-right">{formatMoney(discount, currency)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </details>
  )
}
