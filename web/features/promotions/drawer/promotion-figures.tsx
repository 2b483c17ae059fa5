import { formatMoney } from '#contract/money.ts'
import type { PromotionDetail } from '#contract/promotions.ts'
import { formatNumber } from '#web/lib/figures.ts'

export function PromotionFigures({ promotion }: { promotion: PromotionDetail }) {
  const { redemptionCount, maxRedemptions, reservedCount, discountGiven, currency } = promotion
  const isLimited = maxRedemptions !== null
  const left = isLimited ? Math.max(0, maxRedemptions - redemptionCount - reservedCount) : null
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border bg-line sm:grid-cols-4">
      <Figure label="Uses" hint={isLimited ? `of ${formatNumber(maxRedemptions)}` : 'no limit'}>
        {formatNumber(redemptionCount)}
      </Figure>
      <Figure label="Left" hint={isLimited ? 'free for the next orders' : 'as many as are wanted'}>
        {left === null ? '∞' : formatNumber(left)}
      </Figure>
      <Figure label="In checkouts" hint="kept for a while">
        {formatNumber(reservedCount)}
      </Figure>
      <Figure label="Discount given" hint="after cancellations">
        {formatMoney(discountGiven, currency)}
      </Figure>
    </dl>
  )
}

function Figure({ label, hint, children }: { label: string; hint: string; children: string }) {
  return (
    <div className="min-w-0 bg-raised px-4 py-3">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="text-xl font-semibold wrap-anywhere">{children}</dd>
      <dd className="text-xs text-muted">{hint}</dd>
    </div>
  )
}
