import Tag from 'lucide-react/icons/tag'
import type { ReactNode } from 'react'
import { t } from '#contract/i18n.ts'
import { formatMoney } from '#contract/money.ts'
import { manualLabel, writtenShopNumber } from '#contract/order-numbers.ts'
import type { OrderDetail, OrderRow } from '#contract/orders.ts'
import { ChannelIcon } from '#web/shared/channels.tsx'
import { ComingTime, RelativeTime } from '#web/shared/relative-time.tsx'
import { CopyableCode } from '#web/shared/copyable-code.tsx'
import { Fact } from '#web/shared/drawer-section.tsx'
import { writtenText } from '#web/shared/people.tsx'
import { OrderLink } from '#web/shared/orders/order-link.tsx'
import { OrderFlags, OrderStatusBadge } from '#web/shared/orders/order-badges.tsx'
import { OrderDialogButton } from '#web/shared/orders/order-dialog-button.tsx'
import { shippingSpeedLabels } from '#web/shared/orders/order-labels.ts'
import { AssignMenu } from '#web/shared/orders/assign-menu.tsx'
import { OrderTags } from '#web/shared/orders/tag-badge.tsx'
import { Alert } from '#web/ui/alert.tsx'

/** A row of the list, with the fields that only the loaded detail has. */
type SummarizedOrder = OrderRow &
  Partial<
    Pick<OrderDetail, 'shippingSpeed' | 'fulfillAfter' | 'holdReason' | 'partialReason' | 'replaces' | 'replacements'>
  >

export function OrderSummary({ order }: { order: SummarizedOrder }) {
  const { orderNumber, channelId, channelHold, channelName, status, totalAmount, currency, placedAt, shippingSpeed } =
    order
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="flex flex-wrap gap-1.5">
          <OrderStatusBadge status={status} />
          <OrderFlags order={order} />
        </div>
        <p className="text-2xl font-semibold">{formatMoney(totalAmount, currency)}</p>
      </div>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3">
        <Fact label={t('Order number')}>
          <CopyableCode label={t('order number')} code={orderNumber} />
        </Fact>
        {channelId === null ? <OwnNumber order={order} /> : <ChannelNumbers order={order} />}
        <Fact label={t('Channel')}>
          <ChannelName order={order} />
        </Fact>
        <Fact label={t('Placed')}>
          <RelativeTime moment={placedAt} />
        </Fact>
        {shippingSpeed && <Fact label={t('Shipping speed')}>{shippingSpeedLabels[shippingSpeed]}</Fact>}
        <Replacements order={order} />
        <AutoFulfillTime order={order} />
      </dl>
      <div className="flex flex-wrap items-center gap-2">
        <AssignMenu orders={[order]} size="small" />
        <OrderTags tags={order.tags} />
        <OrderDialogButton order={order} dialog="tags" size="small">
          <Tag aria-hidden />
          {order.tags.length > 0 ? t('Edit tags') : t('Add tags')}
        </OrderDialogButton>
      </div>
      <Reason title={channelName ? t('On hold at {channelName}', { channelName }) : t('On hold at the shop')}>
        {channelHold &&
          t('{reason} The order will continue when the shop releases it.', { reason: writtenText(channelHold.reason) })}
      </Reason>
      <Reason title={t('On hold')}>{order.isHeld && order.holdReason && writtenText(order.holdReason)}</Reason>
      <Reason title={t('Partial')}>{order.isPartial && order.partialReason}</Reason>
    </div>
  )
}

function ChannelNumbers({ order: { externalOrderId, externalNumber } }: { order: OrderRow }) {
  return (
    <>
      {externalNumber && (
        <Fact label={t('Shop’s order number')}>
          <CopyableCode label={t('shop’s order number')} code={externalNumber} />
        </Fact>
      )}
      <Fact label={t('Channel’s order ID')}>
        <CopyableCode label={t('order ID')} code={externalOrderId} />
      </Fact>
    </>
  )
}

/** The number that the company gave an order of its own. */
function OwnNumber({ order }: { order: OrderRow }) {
  const number = writtenShopNumber(order)
  if (number === order.orderNumber) return null
  return (
    <Fact label={t('Your number')}>
      <CopyableCode label={t('your number')} code={number} />
    </Fact>
  )
}

/** Links between an order and those entered in place of it. */
function Replacements({ order: { replaces, replacements = [] } }: { order: SummarizedOrder }) {
  const link = ({ id, orderNumber }: { id: string; orderNumber: string }) => (
    <OrderLink key={id} orderId={id} className="mr-2 text-accent underline">
      {orderNumber}
    </OrderLink>
  )
  return (
    <>
      {replaces && <Fact label={t('Replaces')}>{link(replaces)}</Fact>}
      {replacements.length > 0 && <Fact label={t('Replaced by')}>{replacements.map(link)}</Fact>}
    </>
  )
}

function ChannelName({ order: { channelType, channelName } }: { order: OrderRow }) {
  if (!channelName) return manualLabel
  return (
    <span className="flex items-center gap-1.5">
      {channelType && <ChannelIcon type={channelType} className="size-4 shrink-0 text-muted" />}
      {channelName}
    </span>
  )
}

/** When auto-fulfill will submit the order; `fulfillAfter` is null once it was submitted. */
function AutoFulfillTime({ order }: { order: SummarizedOrder }) {
  const { fulfillAfter, isHeld, channelHold, needsAttention, waitsForStock } = order
  if (!fulfillAfter) return null
  const isBlocked = isHeld || channelHold !== null || needsAttention || waitsForStock
  return (
    <Fact label={t('Sends automatically')}>
      {isBlocked ? t('Once nothing is holding it back') : <ComingTime moment={fulfillAfter} />}
    </Fact>
  )
}

function Reason({ title, children }: { title: string; children: ReactNode }) {
  return (
    children && (
      <Alert tone="warning" title={title}>
        <span className="wrap-anywhere">{children}</span>
      </Alert>
    )
  )
}
