import type { ReactNode } from 'react'
import { formatMoney } from '#contract/money.ts'
import type { OrderRow } from '#contract/orders.ts'
import { formatNumber } from '#web/lib/figures.ts'
import { ChannelIcon } from '#web/shared/channel-icon.tsx'
import { Fact } from '#web/shared/fact.tsx'
import { FulfillOrderButton } from '#web/shared/orders/fulfill-order.tsx'
import { OrderFlags } from '#web/shared/orders/order-flags.tsx'
import { OrderMenu } from '#web/shared/orders/order-menu.tsx'
import { OrderStatusBadge } from '#web/shared/orders/order-status-badge.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

type OrderCardProps = {
  order: OrderRow
  /** The box that picks it, for those who may do something to several orders. */
  checkbox: ReactNode
  onView: () => void
}

export function OrderCard({ order, checkbox, onView }: OrderCardProps) {
  const { id, externalOrderId, customerName, status } = order
  return (
    // The keys j and k move the focus from card to card.
    <Card
      aria-labelledby={`order-${id}`}
      data-order={id}
      tabIndex={-1}
      className="flex h-full scroll-mb-24 flex-col gap-3 p-4"
    >
      <div className="grid gap-1">
        <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
          <div className="flex min-w-0 flex-1 basis-24 items-start gap-3">
            {checkbox}
            <h2 id={`order-${id}`} className="min-w-0 font-semibold wrap-anywhere">
              #{externalOrderId}
            </h2>
          </div>
          <OrderStatusBadge status={status} />
        </div>
        <p className="wrap-anywhere">{customerName || 'Guest Customer'}</p>
        <ChannelLine order={order} />
      </div>
      <p className="flex flex-wrap gap-1.5 empty:hidden">
        <OrderFlags order={order} />
      </p>
      <OrderFigures order={order} />
      <div className="-mx-1 mt-auto flex flex-wrap items-center justify-end gap-2">
        <div className="mr-auto">
          <OrderMenu order={order} />
        </div>
        <Button size="small" aria-label={`View order ${externalOrderId}`} onClick={onView}>
          View
        </Button>
        {status === 'placed' && <FulfillOrderButton size="small" order={order} />}
      </div>
    </Card>
  )
}

function ChannelLine({ order: { channelType, channelName } }: { order: OrderRow }) {
  return (
    <p className="flex items-start gap-1.5 text-sm text-muted">
      {channelType && <ChannelIcon type={channelType} className="mt-0.5 size-4 shrink-0" />}
      <span className="min-w-0 wrap-anywhere">{channelName ?? 'No channel'}</span>
    </p>
  )
}

function OrderFigures({ order: { totalAmount, currency, itemCount, placedAt } }: { order: OrderRow }) {
  return (
    <dl className="flex flex-wrap gap-x-5 gap-y-1">
      <Fact label="Total">
        <span className="font-semibold">{formatMoney(totalAmount, currency)}</span>
      </Fact>
      <Fact label="Items">{formatNumber(itemCount)}</Fact>
      <Fact label="Placed">{placedAt ? <RelativeTime moment={placedAt} /> : '—'}</Fact>
    </dl>
  )
}
