import FileUp from 'lucide-react/icons/file-up'
import Plus from 'lucide-react/icons/plus'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { Suspense, useRef } from 'react'
import { t } from '#contract/i18n.ts'
import { stepAccess } from '#contract/order-row.ts'
import { type OrderRow, orderSorts, ordersApi } from '#contract/orders.ts'
import { AttentionCount } from '#web/shared/attention/attention-count.tsx'
import { ExportMenu } from '#web/shared/export-menu.tsx'
import { useListSettings } from '#web/shared/list/list-settings.tsx'
import { useOrderLink } from '#web/shared/orders/order-link.tsx'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { rich } from '#web/shared/rich.tsx'
import {
  currentParams,
  useUrlDetail,
  useUrlDialog,
  useUrlParam,
  useUrlParams,
  useUrlSort,
} from '#web/shared/url-state.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Spinner } from '#web/ui/loading.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { useOrders } from './api.ts'
import { AttentionView, CustomerDrawer, NewOrderDrawer, OrderDrawer } from './lazy.ts'
import { orderColumns } from './list/order-columns.tsx'
import { OrderFilters, useOrderFilter } from './order-filters.tsx'
import { OrderList } from './order-list.tsx'
import { SavedViews } from './views/saved-views.tsx'

export function OrdersPage() {
  const page = useRef<HTMLDivElement>(null)
  const [view, setView] = useUrlParam('view')
  const isList = view !== 'attention'
  const filterState = useOrderFilter()
  const settings = useListSettings('orders', orderColumns)
  const sorting = useUrlSort(orderSorts)
  const orders = useOrders(filterState.filter, {
    sort: settings.isTable ? sorting.sort : undefined,
    isShown: isList,
  })
  const openOrder = useViewOrder()
  const { data, dataUpdatedAt } = orders.query

  return (
    <div ref={page} data-full-width className="grid gap-6">
      <PageHeader
        title={t('Orders')}
        subtitle={t('Manage orders from all sales channels')}
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
                what={
                  filterState.description
                    ? t('Orders matching {description}', { description: filterState.description })
                    : t('All orders')
                }
                inputFor={(format) => ({ ...filterState.filter, format })}
              />
              <LinkButton href="/bulk-upload">
                <FileUp aria-hidden />
                {t('Import')}
              </LinkButton>
              <NewOrderButton />
            </>
          )
        }
      />
      <Tabs
        label={t('Order views')}
        value={isList ? 'all' : 'attention'}
        onValueChange={(next) => setView(next === 'all' ? null : next)}
        tabs={[
          {
            value: 'all',
            label: t('All orders'),
            content: (
              <div className="grid gap-4 pt-4">
                <OrderFilters filterState={filterState} views={<SavedViews filterState={filterState} />} />
                <OrderList
                  orders={orders}
                  filterState={filterState}
                  settings={settings}
                  sorting={sorting}
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
                {t('Needs attention')}
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
      <LinkedCustomer />
      <LinkedNewOrder />
    </div>
  )
}

/** Opens the drawer of an order, or shows the order in the drawer that is open beside the list. */
function useViewOrder() {
  const open = useOrderLink()
  const { id, swap } = useUrlDetail('order', 'section')
  return id === null ? open : swap
}

function NewOrderButton() {
  const { open } = useUrlDialog('order', stepAccess)
  return (
    <PermittedButton
      access={stepAccess}
      task={t('enter orders')}
      variant="primary"
      onPointerEnter={NewOrderDrawer.preload}
      onClick={open}
    >
      <Plus aria-hidden />
      {t('New Order')}
    </PermittedButton>
  )
}

/** The page of the customer named in the URL, above the order from which it was opened. */
function LinkedCustomer() {
  const { id, close } = useUrlDetail('customer')
  const [, setParams] = useUrlParams()

  function openOrder(orderId: string) {
    const next = currentParams()
    next.delete('customer')
    next.set('order', orderId)
    setParams(next, { replace: true, state: window.history.state as unknown })
  }

  return <Suspense>{id && <CustomerDrawer customerId={id} onOpenOrder={openOrder} onClose={close} />}</Suspense>
}

/** The form of a new order; `?copy=` names the order that it replaces. */
function LinkedNewOrder() {
  const { isOpen, close } = useUrlDialog('order', stepAccess)
  const [copiedId, setCopiedId] = useUrlParam('copy')
  const openOrder = useOrderLink()

  function closeForm() {
    setCopiedId(null)
    close()
  }

  return (
    <Suspense>
      {isOpen && (
        <NewOrderDrawer
          copiedId={copiedId}
          onClose={closeForm}
          onCreated={(orderId) => {
            closeForm()
            openOrder(orderId)
          }}
        />
      )}
    </Suspense>
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
        {updatedAt > 0 &&
          rich(t('Updated {when}'), { when: <RelativeTime moment={new Date(updatedAt).toISOString()} /> })}
      </p>
      <Button isPending={isPending} onClick={onRefresh}>
        <RefreshCw aria-hidden />
        {t('Refresh')}
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
