import ReceiptText from 'lucide-react/icons/receipt-text'
import { t } from '#contract/i18n.ts'
import { formatMoney } from '#contract/money.ts'
import type { PromotionDetail, Redemption } from '#contract/promotions.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { formatNumber } from '#web/lib/format-number.ts'
import { DrawerSection, Fact } from '#web/shared/drawer-section.tsx'
import { LoadError } from '#web/shared/query-content.tsx'
import { OrderLink } from '#web/shared/orders/order-link.tsx'
import { PagedList } from '#web/shared/paged-list.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Spinner } from '#web/ui/loading.tsx'
import { usePromotion, useRedemptions } from './api.ts'
import { EditAndCopyButtons } from './promotion-buttons.tsx'
import { PromotionMenu } from './promotion-menu.tsx'
import { PromotionStateBadge, StackableBadge } from './promotion-state-badge.tsx'
import { discountText, PromotionCodeLine, PromotionWindow } from './promotion-summary.tsx'
import { UsagePanel } from './usage/usage-panel.tsx'

type PromotionDrawerProps = { promotionId: string; onClose: () => void }

export function PromotionDrawer({ promotionId, onClose }: PromotionDrawerProps) {
  const { data: promotion, error, isFetching, refetch } = usePromotion(promotionId)
  const isUnknown = error instanceof ApiError && error.status === 404

  return (
    <Drawer
      open
      onOpenChange={onClose}
      side="right"
      size="wide"
      title={promotion?.title ?? t('Promotion')}
      footer={
        promotion && (
          <>
            <PromotionMenu promotion={promotion} isInDrawer />
            <EditAndCopyButtons promotion={promotion} />
          </>
        )
      }
    >
      <div className="grid gap-7 px-4 pb-8">
        {isUnknown && (
          <EmptyState action={<Button onClick={onClose}>{t('Back to promotions')}</Button>}>
            {t('Promotion not found in your company.')}
          </EmptyState>
        )}
        {error && !isUnknown && (
          <LoadError what={t('The promotion')} error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
        )}
        {!promotion && !error && <Spinner />}
        {promotion && !isUnknown && (
          <>
            <PromotionFacts promotion={promotion} />
            <PromotionFigures promotion={promotion} />
            <DrawerSection
              title={t('Uses and discount')}
              description={t('By day and channel. Uses returned by cancelled orders aren’t counted.')}
            >
              <UsagePanel promotionId={promotion.id} />
            </DrawerSection>
            <RedemptionsSection promotionId={promotion.id} />
          </>
        )}
      </div>
    </Drawer>
  )
}

function PromotionFacts({ promotion }: { promotion: PromotionDetail }) {
  const { code, description, minSubtotal, channelNames, isStackable, currency } = promotion
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="flex flex-wrap gap-1.5">
          <PromotionStateBadge promotion={promotion} />
          {isStackable && <StackableBadge />}
        </p>
        <p className="text-2xl font-semibold wrap-anywhere">{discountText(promotion)}</p>
      </div>
      {description && <p className="max-w-prose whitespace-pre-line text-muted wrap-anywhere">{description}</p>}
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3">
        <Fact label={t('Code')}>
          <PromotionCodeLine code={code} />
        </Fact>
        <Fact label={t('Minimum order')}>{minSubtotal ? formatMoney(minSubtotal, currency) : t('None')}</Fact>
        <Fact label={t('Combination')}>
          {isStackable ? t('With other stackable promotions') : t('Can’t be combined')}
        </Fact>
        <PromotionWindow promotion={promotion} isExact />
        <Fact label={t('Channels')}>{channelNames.length > 0 ? channelNames.join(', ') : t('All channels')}</Fact>
        <Fact label={t('Created')}>
          <RelativeTime moment={promotion.createdAt} />
        </Fact>
        <Fact label={t('Last changed')}>
          <RelativeTime moment={promotion.updatedAt} />
        </Fact>
      </dl>
    </div>
  )
}

function PromotionFigures({ promotion }: { promotion: PromotionDetail }) {
  const { redemptionCount, maxRedemptions, reservedCount, discountGiven, currency } = promotion
  const isLimited = maxRedemptions !== null
  const left = isLimited ? Math.max(0, maxRedemptions - redemptionCount - reservedCount) : null
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border bg-line sm:grid-cols-4">
      <Figure label={t('Uses')} hint={isLimited ? t('of {maxRedemptions}', { maxRedemptions }) : t('no limit')}>
        {formatNumber(redemptionCount)}
      </Figure>
      <Figure label={t('Left')} hint={isLimited ? t('for future orders') : t('unlimited')}>
        {left === null ? '∞' : formatNumber(left)}
      </Figure>
      <Figure label={t('In checkout')} hint={t('held temporarily')}>
        {formatNumber(reservedCount)}
      </Figure>
      <Figure label={t('Discount given')} hint={t('after cancellations')}>
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

function RedemptionsSection({ promotionId }: { promotionId: string }) {
  const redemptions = useRedemptions(promotionId)
  return (
    <DrawerSection
      title={t('Orders')}
      description={t('Orders that used this promotion, newest first. Cancelling an order returns its use.')}
    >
      <div className="overflow-hidden rounded-lg border">
        <PagedList
          what={t('The orders')}
          query={redemptions}
          empty={<EmptyState icon={<ReceiptText />}>{t('No order has used it yet')}</EmptyState>}
        >
          {(rows) => (
            <ol aria-label={t('Orders that used it')} className="divide-y">
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
            <Badge tone="neutral">{t('Returned')}</Badge>
            <RelativeTime moment={releasedAt} />
          </p>
        )}
      </div>
    </li>
  )
}
