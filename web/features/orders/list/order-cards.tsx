import { cx } from 'class-variance-authority'
import { memo, type ReactNode, type Ref, type RefObject, useLayoutEffect, useRef } from 'react'
import { t } from '#contract/i18n.ts'
import { manualLabel } from '#contract/order-numbers.ts'
import { formatMoney } from '#contract/money.ts'
import { shopNumberOf } from '#contract/order-numbers.ts'
import type { OrderRow } from '#contract/orders.ts'
import { formatNumber } from '#web/lib/format-number.ts'
import { ChannelIcon } from '#web/shared/channels.tsx'
import { Fact } from '#web/shared/drawer-section.tsx'
import { RowCheckbox } from '#web/shared/list/row-checkbox.tsx'
import type { ListSelection } from '#web/shared/list/selection.ts'
import { FulfillOrderButton } from '#web/shared/orders/order-dialog-button.tsx'
import { AssigneeName, OrderFlags, OrderStatusBadge } from '#web/shared/orders/order-badges.tsx'
import { writtenText } from '#web/shared/people.tsx'
import { OrderMenu } from '#web/shared/orders/order-menu.tsx'
import { OrderTags } from '#web/shared/orders/tag-badge.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { orderName } from './order-columns.tsx'

type OrderGridProps = {
  ref: Ref<HTMLUListElement>
  rows: readonly OrderRow[]
  /** Null for roles that cannot start a batch. */
  selection: ListSelection | null
  /** The order whose drawer is open. */
  openId: string | null
  onView: (orderId: string) => void
}

export function OrderGrid({ ref, rows, selection, openId, onView }: OrderGridProps) {
  const handlers = useRef({ selection, onView })
  useLayoutEffect(() => {
    handlers.current = { selection, onView }
  })
  return (
    <ul
      ref={ref}
      tabIndex={-1}
      aria-label={t('Orders')}
      className="mb-4 grid gap-4 outline-none md:grid-cols-2 lg:grid-cols-3 2xl:grid-cols-4"
    >
      {rows.map((order) => (
        <OrderItem
          key={order.id}
          order={order}
          canSelect={selection !== null}
          isSelected={selection?.has(order.id) ?? false}
          isOpen={order.id === openId}
          handlers={handlers}
        />
      ))}
    </ul>
  )
}

type OrderItemProps = {
  order: OrderRow
  canSelect: boolean
  isSelected: boolean
  isOpen: boolean
  /** A ref to the latest callbacks, so that new callbacks do not re-render every card. */
  handlers: RefObject<{ selection: ListSelection | null; onView: (orderId: string) => void }>
}

/** Memoized: the page re-renders on every key typed into the search box. */
const OrderItem = memo(function OrderItem({ order, canSelect, isSelected, isOpen, handlers }: OrderItemProps) {
  return (
    <li
      aria-current={isOpen || undefined}
      className={cx('min-w-0 rounded-lg', (isSelected || isOpen) && 'outline-2 -outline-offset-1 outline-accent')}
    >
      <OrderCard
        order={order}
        checkbox={
          canSelect && (
            <RowCheckbox
              name={orderName(order)}
              isSelected={isSelected}
              onToggle={(isRange) => handlers.current.selection?.toggle(order.id, isRange)}
              className="-m-3 size-10 md:-m-2 md:size-9"
            />
          )
        }
        onView={() => handlers.current.onView(order.id)}
      />
    </li>
  )
})

type OrderCardProps = {
  order: OrderRow
  /** The selection checkbox; false for roles that cannot start a batch. */
  checkbox: ReactNode
  onView: () => void
}

function OrderCard({ order, checkbox, onView }: OrderCardProps) {
  const { id, orderNumber, customerName, status, channelHold } = order
  const number = shopNumberOf(order)
  return (
    // Focusable for the keys j and k (list-shortcuts.ts).
    <Card
      aria-labelledby={`order-${id}`}
      data-row={id}
      tabIndex={-1}
      className="flex h-full scroll-mb-24 flex-col gap-3 p-4"
    >
      <div className="grid gap-1">
        <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
          <div className="flex min-w-0 flex-1 basis-24 items-start gap-3">
            {checkbox}
            <h2 id={`order-${id}`} className="min-w-0 font-semibold wrap-anywhere">
              #{number}
            </h2>
          </div>
          <OrderStatusBadge status={status} />
        </div>
        <p className="text-sm wrap-anywhere text-muted">{orderNumber}</p>
        <p className="wrap-anywhere">{customerName || t('Guest Customer')}</p>
        <ChannelLine order={order} />
      </div>
      <p className="flex flex-wrap gap-1.5 empty:hidden">
        <OrderFlags order={order} />
      </p>
      <OrderTags tags={order.tags} />
      <AssigneeName assignee={order.assignee} />
      {channelHold && <p className="text-sm wrap-anywhere text-muted">{writtenText(channelHold.reason)}</p>}
      <OrderFigures order={order} />
      <div className="-mx-1 mt-auto flex flex-wrap items-center justify-end gap-2">
        <div className="mr-auto">
          <OrderMenu order={order} />
        </div>
        <Button size="small" aria-label={t('View order {number}', { number })} onClick={onView}>
          {t('View')}
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
      <span className="min-w-0 wrap-anywhere">{channelName ?? manualLabel}</span>
    </p>
  )
}

function OrderFigures({ order: { totalAmount, currency, itemCount, placedAt } }: { order: OrderRow }) {
  return (
    <dl className="flex flex-wrap gap-x-5 gap-y-1">
      <Fact label={t('Total')}>
        <span className="font-semibold">{formatMoney(totalAmount, currency)}</span>
      </Fact>
      <Fact label={t('Items')}>{formatNumber(itemCount)}</Fact>
      <Fact label={t('Placed')}>{placedAt ? <RelativeTime moment={placedAt} /> : '—'}</Fact>
    </dl>
  )
}
