import SearchX from 'lucide-react/icons/search-x'
import { Fragment, useRef } from 'react'
import { t } from '#contract/i18n.ts'
import { orderNumbersText } from '#contract/order-numbers.ts'
import type { OrderDetail, OrderRow } from '#contract/orders.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { besideWidth, useMedia } from '#web/lib/media.ts'
import { LoadError } from '#web/shared/query-content.tsx'
import { useOrder } from '#web/shared/orders/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Spinner } from '#web/ui/loading.tsx'
import { AttentionSection } from './drawer/attention-section.tsx'
import { CustomerSection } from './drawer/customer-section.tsx'
import { FulfillmentsSection } from './drawer/fulfillments-section.tsx'
import { ItemsSection } from './drawer/items-section.tsx'
import { OrderFooter, useNeighbors } from './drawer/order-footer.tsx'
import { OrderSummary } from './drawer/order-summary.tsx'
import { PayloadsSection } from './drawer/payloads-section.tsx'
import { ProfitSection } from './drawer/profit-section.tsx'
import { TimelineSection } from './drawer/timeline-section.tsx'
import { useOrderKeys } from './order-keys.tsx'

type OrderDrawerProps = {
  /** Rows of the list behind the drawer; Previous and Next walk through them. */
  orders: readonly OrderRow[]
  orderId: string
  /** Raw value of the URL parameter; unknown values are ignored. */
  section: string | null
  onSwap: (orderId: string) => void
  onClose: () => void
}

export function OrderDrawer({ orderId, section, orders, onSwap, onClose }: OrderDrawerProps) {
  const { data: order, error, isFetching, refetch } = useOrder(orderId)
  const isBeside = useMedia(besideWidth)
  const content = useRef<HTMLDivElement>(null)
  const isUnknown = error instanceof ApiError && error.status === 404
  // The row of the list stands in until the detail has loaded, or if it fails to load.
  const shownOrder = order ?? orders.find(({ id }) => id === orderId)
  const { fulfill, hold, dialog } = useOrderKeys()
  const neighbors = useNeighbors({
    orderIds: orders.map(({ id }) => id),
    orderId,
    onSwap,
    keys: shownOrder ? { f: () => fulfill(shownOrder), h: () => hold(shownOrder) } : {},
    within: content,
  })

  return (
    <Drawer
      open
      onOpenChange={onClose}
      side="right"
      size="wide"
      isBeside={isBeside}
      title={shownOrder ? t('Order {numbers}', { numbers: orderNumbersText(shownOrder) }) : t('Order')}
      footer={!isUnknown && <OrderFooter order={order} neighbors={neighbors} />}
    >
      <div ref={content} className="grid gap-7 px-4 pb-8">
        <Fragment key={orderId}>
          {isUnknown && <NoSuchOrder onClose={onClose} />}
          {error && !isUnknown && (
            <LoadError what={t('The order')} error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
          )}
          {shownOrder && !isUnknown && <OrderSummary order={shownOrder} />}
          {!order && !error && <Spinner />}
          {order && !isUnknown && <OrderSections order={order} section={section} />}
        </Fragment>
        {dialog}
      </div>
    </Drawer>
  )
}

type OrderSectionsProps = { order: OrderDetail; section: string | null }

/** The sections below the summary, shown once the detail has loaded. */
function OrderSections({ order, section }: OrderSectionsProps) {
  return (
    <>
      {order.attentions.length > 0 && <AttentionSection order={order} />}
      <ItemsSection order={order} />
      <CustomerSection order={order} />
      <FulfillmentsSection order={order} isFocused={section === 'packages'} />
      {order.status !== 'cancelled' && <ProfitSection order={order} />}
      <TimelineSection order={order} />
      <PayloadsSection order={order} />
    </>
  )
}

function NoSuchOrder({ onClose }: { onClose: () => void }) {
  return (
    <EmptyState icon={<SearchX />} action={<Button onClick={onClose}>{t('Back to orders')}</Button>}>
      {t('Order not found in your company. The link may be incomplete or belong to another company.')}
    </EmptyState>
  )
}
