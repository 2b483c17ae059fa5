import { Suspense, useRef } from 'react'
import { ordersApi } from '#contract/orders.ts'
import { pathWithQuery } from '#web/lib/api.ts'
import { ExportMenu } from '#web/shared/export-menu.tsx'
import { useOrderLink } from '#web/shared/orders/use-order-link.ts'
import { useUrlParam } from '#web/shared/use-url-param.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { LinkedOrderDrawer } from './drawer/order-drawer.tsx'
import { OrderFilters } from './filters/order-filters.tsx'
import { useOrderFilter } from './filters/use-order-filter.ts'
import { AttentionView } from './later-parts.ts'
import { useOrders } from './list/api.ts'
import { OrderList } from './list/order-list.tsx'
import { RefreshOrders } from './list/refresh-orders.tsx'
import { SavedViews } from './views/saved-views.tsx'

export function OrdersPage() {
  const page = useRef<HTMLDivElement>(null)
  const [view, setView] = useUrlParam('view')
  const isList = view !== 'attention'
  const filtering = useOrderFilter()
  const orders = useOrders(filtering.filter, { isShown: isList })
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
                access={ordersApi.export.access}
                what={filtering.description ? `Orders that match ${filtering.description}` : 'All orders'}
                hrefFor={(format) => pathWithQuery(ordersApi.export, { ...filtering.filter, format })}
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
                <OrderFilters filtering={filtering} views={<SavedViews filtering={filtering} />} />
                <OrderList
                  orders={orders}
                  filtering={filtering}
                  onView={openOrder}
                  onSearch={() => page.current?.querySelector<HTMLElement>('[type="search"]')?.focus()}
                />
              </div>
            ),
          },
          {
            value: 'attention',
            label: 'Needs attention',
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
