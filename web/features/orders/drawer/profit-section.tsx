import { locale, t } from '#contract/i18n.ts'
import { formatMoney, toCents } from '#contract/money.ts'
import { missingText } from '#contract/order-profit.ts'
import type { OrderDetail } from '#contract/orders.ts'
import { DrawerSection } from '#web/shared/drawer-section.tsx'

const percent = new Intl.NumberFormat(locale(), { style: 'percent', maximumFractionDigits: 1 })

/** What the order earns. What is not known stays a dash and is named. */
export function ProfitSection({ order: { profit, currency, taxAmount } }: { order: OrderDetail }) {
  const missing = missingText(profit)
  const less = (amount: string | null) =>
    amount === null ? '—' : `${Number(amount) > 0 ? '−' : ''}${formatMoney(amount, currency)}`
  return (
    <DrawerSection
      title={t('Profit')}
      description={missing === null ? undefined : t('Incomplete. {missing}.', { missing })}
    >
      <dl className="grid gap-1 rounded-lg border bg-sunken px-4 py-3">
        <Line
          label={taxAmount === null ? t('Net sales (tax not provided)') : t('Net sales (without tax)')}
          amount={formatMoney(profit.netSales, currency)}
        />
        {Number(profit.refunds) > 0 && <Line label={t('Refunds (without tax)')} amount={less(profit.refunds)} />}
        <Line label={t('Cost of items')} amount={less(profit.costOfGoods)} />
        <Line label={t('Amazon fees (estimate)')} amount={less(profit.fulfillmentFees)} />
        <Line
          label={t('Profit')}
          amount={profit.profit === null ? '—' : `${formatMoney(profit.profit, currency)}${marginText(profit)}`}
          isResult
        />
      </dl>
      <p className="text-sm text-muted">
        {t('Based on each SKU’s current cost. Excludes your own postage, advertising and other expenses.')}
      </p>
    </DrawerSection>
  )
}

/** Such as " (32.4%)"; empty where nothing was kept. */
function marginText({ profit, netSales, refunds }: OrderDetail['profit']): string {
  const kept = toCents(netSales) - toCents(refunds)
  return profit === null || kept <= 0n ? '' : ` (${percent.format(Number(toCents(profit)) / Number(kept))})`
}

type LineProps = { label: string; amount: string; isResult?: boolean }

function Line({ label, amount, isResult = false }: LineProps) {
  return (
    <div className={isResult ? 'flex justify-between gap-4 border-t pt-1 font-semibold' : 'flex justify-between gap-4'}>
      <dt className={isResult ? undefined : 'text-muted'}>{label}</dt>
      <dd>{amount}</dd>
    </div>
  )
}
