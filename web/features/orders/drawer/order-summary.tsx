import type { ReactNode } from 'react'
import { formatMoney } from '#contract/money.ts'
import type { OrderDetail, OrderRow } from '#contract/orders.ts'
import { ChannelIcon } from '#web/shared/channels.tsx'
import { ComingTime, RelativeTime } from '#web/shared/relative-time.tsx'
import { CopyableCode } from '#web/shared/copyable-code.tsx'
import { Fact } from '#web/shared/drawer-section.tsx'
import { writtenText } from '#web/shared/people.tsx'
import { OrderFlags, OrderStatusBadge } from '#web/shared/orders/order-badges.tsx'
import { shippingSpeedLabels } from '#web/shared/orders/order-labels.ts'
import { Alert } from '#web/ui/alert.tsx'

/** A row of the list, with the fields that only the loaded detail has. */
type SummarizedOrder = OrderRow &
  Partial<Pick<OrderDetail, 'shippingSpeed' | 'fulfillAfter' | 'holdReason' | 'partialReason'>>

export function OrderSummary({ order }: { order: SummarizedOrder }) {
  const {
    orderNumber,
    externalOrderId,
    externalNumber,
    channelHold,
    channelName,
    status,
    totalAmount,
    currency,
    placedAt,
    shippingSpeed,
  } = order
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
        <Fact label="Order number">
          <CopyableCode label="order number" code={orderNumber} />
        </Fact>
        {externalNumber && (
          <Fact label="Shop’s order number">
            <CopyableCode label="shop’s order number" code={externalNumber} />
          </Fact>
        )}
        <Fact label="Channel’s order id">
          <CopyableCode label="order id" code={externalOrderId} />
        </Fact>
        <Fact label="Channel">
          <ChannelName order={order} />
        </Fact>
        <Fact label="Placed">
          <RelativeTime moment={placedAt} />
        </Fact>
        {shippingSpeed && <Fact label="Shipping speed">{shippingSpeedLabels[shippingSpeed]}</Fact>}
        <AutoFulfillTime order={order} />
      </dl>
      <Reason title={`On hold at ${channelName ?? 'the shop'}`}>
        {channelHold && `${writtenText(channelHold.reason)} It continues when the shop releases it.`}
      </Reason>
      <Reason title="On hold">{order.isHeld && order.holdReason && writtenText(order.holdReason)}</Reason>
      <Reason title="Partial">{order.isPartial && order.partialReason}</Reason>
    </div>
  )
}

function ChannelName({ order: { channelType, channelName } }: { order: OrderRow }) {
  if (!channelName) return '—'
  return (
    <span className="flex items-center gap-1.5">
      {channelType && <ChannelIcon type={channelType} className="size-4 shrink-0 text-muted" />}
      {channelName}
    </span>
  )
}

/** When auto-fulfill will submit the order; `fulfillAfter` is null once it was submitted. */
function AutoFulfillTime({ order: { fulfillAfter, isHeld, channelHold, needsAttention } }: { order: SummarizedOrder }) {
  if (!fulfillAfter) return null
  const isBlocked = isHeld || channelHold !== null || needsAttention
  return (
    <Fact label="Sent by itself">{isBlocked ? 'Once nothing keeps it' : <ComingTime moment={fulfillAfter} />}</Fact>
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
