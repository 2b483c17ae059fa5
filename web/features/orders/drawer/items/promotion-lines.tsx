import { Link } from 'wouter'
import { formatMoney } from '#contract/money.ts'
import type { OrderDetail } from '#contract/orders.ts'
import { Badge } from '#web/ui/badge.tsx'

/** What each promotion of ours has to do with the discount. */
export function PromotionLines({ order: { promotions, currency } }: { order: OrderDetail }) {
  return promotions.map(({ promotionId, title, discountAmount, releasedAt }) => (
    <div key={promotionId} className="flex items-center justify-between gap-4 pl-4 text-sm">
      <dt className="flex min-w-0 flex-wrap items-center gap-x-2">
        <Link
          href={`/promotions?promotion=${promotionId}`}
          className="inline-flex min-h-10 items-center wrap-anywhere text-accent underline-offset-2 hover:underline md:min-h-6"
        >
          {title}
        </Link>
        {releasedAt && <Badge tone="neutral">Given back</Badge>}
      </dt>
      <dd className={releasedAt ? 'text-muted line-through' : 'text-muted'}>
        {Number(discountAmount) > 0 && '−'}
        {formatMoney(discountAmount, currency)}
      </dd>
    </div>
  ))
}
