import { locale, t } from '#contract/i18n.ts'
import { formatMoney } from '#contract/money.ts'
import type { Report } from '#contract/reports.ts'

const list = new Intl.ListFormat(locale())

export function OtherCurrencies({ report: { currency, otherCurrencies } }: { report: Report }) {
  if (otherCurrencies.length === 0) return null
  const sums = otherCurrencies.map(({ revenue, currency: other, orders }) =>
    t('{amount} in {other} ({orders, plural, one {# order} other {# orders}})', {
      amount: formatMoney(revenue, other),
      other,
      orders,
    }),
  )
  return (
    <p className="text-sm text-muted">
      {t('Totals are in {currency}; nothing is converted. Also sold: {sums}.', { currency, sums: list.format(sums) })}
    </p>
  )
}

/** Explains above a list of orders why some of them are not part of a sum. */
export function ExcludedCurrencies({ report: { otherCurrencies } }: { report: Report }) {
  if (otherCurrencies.length === 0) return null
  const names = list.format(otherCurrencies.map(({ currency }) => currency))
  return (
    <p className="text-sm text-muted">
      {t('Orders in {names} are counted but excluded from totals because amounts aren’t converted.', { names })}
    </p>
  )
}
