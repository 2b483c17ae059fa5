import ReceiptText from 'lucide-react/icons/receipt-text'
import { formatMoney } from '#contract/money.ts'
import type { Redemption } from '#contract/promotions.ts'
import { DrawerSection } from '#web/shared/drawer-section.tsx'
import { OrderLink } from '#web/shared/order-link.tsx'
import { PagedList } from '#web/shared/paged-list.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useRedemptions } from './api.ts'

export function RedemptionsSection({ promotionId }: { promotionId: string }) {
  const redemptions = useRedemptions(promotionId)
  return (
    <DrawerSection title="Orders" description="Those that used it, newest first. A cancelled order gives its use back.">
      <div className="overflow-hidden rounded-lg border">
        <PagedList
          what="The orders"
          query={redemptions}
          empty={<EmptyState icon={<ReceiptText />}>No order has used it yet</EmptyState>}
        >
          {(rows) => (
            <ol aria-label="Orders that used it" className="divide-y">
              {rows.map((redemption) => (
                <RedemptionItem key={redemption.id} redemption={redemption} />
              ))}
            </ol>
          )}
        </PagedList>
      </div>
    </DrawerSection>
  )
}

function RedemptionItem({ redemption }: { redemption: Redemption }) {
  const { orderId, orderNumber, channelName, discountAmount, currency, redeemedAt, releasedAt } = redemption
  return (
    <li className="flex items-center justify-between gap-4 px-4 py-2">
      <div className="min-w-0">
        <OrderLink
          orderId={orderId}
          className="inline-flex min-h-10 items-center font-mono wrap-anywhere text-accent underline-offset-2 hover:underline md:min-h-6"
        >
          {orderNumber}
        </OrderLink>
        <p className="text-sm wrap-anywhere text-muted">
          {channelName}, <RelativeTime moment={redeemedAt} />
        </p>
      </div>
      <div className="grid justify-items-end gap-0.5 text-right">
        <p className={releasedAt ? 'text-muted line-through' : 'font-semibold'}>
          {formatMoney(discountAmount, currency)}
        </p>
        {releasedAt && (
          <p className="flex flex-wrap items-center justify-end gap-x-1.5 text-sm text-muted">
            <Badge tone="neutral">Given back</Badge>
            <RelativeTime moment={releasedAt} />
          </p>
        )}
      </div>
    </li>
  )
}
