import RefreshCw from 'lucide-react/icons/refresh-cw'
import { Suspense, useRef } from 'react'
import { type OrderRow, ordersApi } from '#contract/orders.ts'
import { AttentionCount } from '#web/shared/attention/attention-count.tsx'
import { ExportMenu } from '#web/shared/export-menu.tsx'
import { useOrderLink } from '#web/shared/orders/order-link.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { useUrlDetail, useUrlParam } from '#web/shared/url-state.ts'
import { Button } from '#web/ui/button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Spinner } from '#web/ui/loading.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { useOrders } from './api.ts'
import { AttentionView, OrderDrawer } from './lazy.ts'
import { OrderFilters, useOrderFilter } from './order-filters.tsx'
import { OrderList } from './order-list.tsx'
import { SavedViews } from './views/saved-views.tsx'

export function OrdersPage() {
  const page = useRef<HTMLDivElement>(null)
  const [view, setView] = useUrlParam('view')
  const isList = view !== 'attention'
  const filterState = useOrderFilter()
  const orders = useOrders(filterState.filter, { isShown: isList })
  const openOrder = useOrderLink()
  const { data, dataUpdatedAt } = orders.query

  return (
    <div ref={page} className="grid gap-6">
      <PageHeader
        title="Orders"
        subtitle="Manage orders from all sales channels"
        actions={
          isList && (
            <>
              <RefreshOrders
                updatedAt={dataUpdatedAt}
                isPending={orders.isReloading}
                onRefresh={() => void orders.reload()}
              />
              <ExportMenu
                endpoint={ordersApi.export}
                what={filterState.description ? `Orders that match ${filterState.description}` : 'All orders'}
                inputFor={(format) => ({ ...filterState.filter, format })}
              />
            </>
          )
        }
      />
      <Tabs
        label="Views of orders"
        value={isList ? 'all' : 'attention'}
        onValueChange={(next) => setView(next === 'all' ? null : next)}
        tabs={[
          {
            value: 'all',
            label: 'All orders',
            content: (
              <div className="grid gap-4 pt-4">
                <OrderFilters filterState={filterState} views={<SavedViews filterState={filterState} />} />
                <OrderList
                  orders={orders}
                  filterState={filterState}
                  onView={openOrder}
                  onSearch={() => page.current?.querySelector<HTMLElement>('[type="search"]')?.focus()}
                />
              </div>
            ),
          },
          {
            value: 'attention',
            label: (
              <>
                Needs attention
                <AttentionCount className="ml-2" />
              </>
            ),
            content: (
              <div className="pt-4">
                <Suspense fallback={<Spinner />}>
                  <AttentionView />
                </Suspense>
              </div>
            ),
          },
        ]}
      />
      <LinkedOrderDrawer orders={data?.rows ?? []} />
    </div>
  )
}

type RefreshOrdersProps = {
  /** Unix time in milliseconds; 0 before the first response. */
  updatedAt: number
  isPending: boolean
  onRefresh: () => void
}

function RefreshOrders({ updatedAt, isPending, onRefresh }: RefreshOrdersProps) {
  return (
    <>
      <p className="order-last min-h-5 w-full self-center text-sm text-muted md:order-none md:mr-1 md:w-auto">
        {updatedAt > 0 && (
          <>
            Updated <RelativeTime moment={new Date(updatedAt).toISOString()} />
          </>
        )}
      </p>
      <Button isPending={isPending} onClick={onRefresh}>
        <RefreshCw aria-hidden />
        Refresh
      </Button>
    </>
  )
}

/** The drawer of the order named in the URL. */
export function LinkedOrderDrawer({ orders }: { orders: readonly OrderRow[] }) {
  const { id, inside, swap, close } = useUrlDetail('order', 'section')
  return (
    <Suspense>
      {id && <OrderDrawer orderId={id} section={inside} orders={orders} onSwap={swap} onClose={close} />}
    </Suspense>
  )
}
