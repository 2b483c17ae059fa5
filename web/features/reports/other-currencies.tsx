import { formatMoney } from '#contract/money.ts'
import type { Report } from '#contract/reports.ts'
import { formatCount } from '#web/lib/format-number.ts'

const list = new Intl.ListFormat('en')

export function OtherCurrencies({ report: { currency, otherCurrencies } }: { report: Report }) {
  if (otherCurrencies.length === 0) return null
  const sums = otherCurrencies.map(
    (other) =>
      `${formatMoney(other.revenue, other.currency)} in ${other.currency} (${formatCount(other.orders, 'order')})`,
  )
  return (
    <p className="text-sm text-muted">
      Sums are in {currency}; nothing is converted. Also sold: {list.format(sums)}.
    </p>
  )
}

/** Explains above a list of orders why some of them are not part of a sum. */
export function ExcludedCurrencies({ report: { otherCurrencies } }: { report: Report }) {
  if (otherCurrencies.length === 0) return null
  const names = list.format(otherCurrencies.map(({ currency }) => currency))
  return (
    <p className="text-sm text-muted">Those in {names} count as orders, but are in no sum: nothing is converted.</p>
  )
}
