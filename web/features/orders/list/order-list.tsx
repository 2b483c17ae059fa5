import { Suspense } from 'react'
import { orderBatchesApi } from '#contract/order-batches.ts'
import { allows } from '#contract/roles.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { PagedList } from '#web/shared/paged-list.tsx'
import { useFocusAfterRemoval } from '#web/shared/use-focus-after-work.ts'
import { useFocusFallback } from '#web/ui/use-focus-heir.ts'
import { useBatchDialog } from '../batches/use-batch-dialog.ts'
import type { OrderFiltering } from '../filters/use-order-filter.ts'
import { BatchDialog, preloadOrderParts } from '../later-parts.ts'
import { SelectAll } from '../selection/select-all.tsx'
import { useSelection } from '../selection/use-selection.ts'
import type { OrderListState } from './api.ts'
import { ArrivalsChip } from './arrivals-chip.tsx'
import { KeyHints } from './key-hints.tsx'
import { NoOrders } from './no-orders.tsx'
import { OrderGrid } from './order-grid.tsx'
import { useListShortcuts } from './use-list-keys.ts'
import { WorkBar } from './work-bar.tsx'

type OrderListProps = {
  orders: OrderListState
  filtering: OrderFiltering
  onView: (orderId: string) => void
  onSearch: () => void
}

export function OrderList({ orders, filtering, onView, onSearch }: OrderListProps) {
  const { query, reload, isReloading } = orders
  const { role } = useCurrentUser()
  const canSelect = allows(orderBatchesApi.start.access, role)
  const { rows = [], total = 0, arrived = 0 } = query.data ?? {}
  const selection = useSelection(rows, JSON.stringify(filtering.filter))
  const batch = useBatchDialog()
  const list = useFocusAfterRemoval<HTMLUListElement>(total)
  const isWorkDone = selection.orders.length === 0 && batch.openId === null && arrived === 0
  const section = useFocusFallback<HTMLElement>(isWorkDone)

  useListShortcuts({
    list,
    onOpen: onView,
    onToggle: (orderId, isRange) => canSelect && selection.toggle(orderId, isRange),
    onSearch,
  })

  async function showArrivals() {
    await reload()
    window.scrollTo(0, 0)
  }

  return (
    <section ref={section} tabIndex={-1} aria-label="All orders" className="outline-none">
      <ArrivalsChip count={arrived} isPending={isReloading} onShow={() => void showArrivals()} />
      <div className="flex min-h-10 flex-wrap items-center gap-x-4 md:min-h-8">
        {canSelect && rows.length > 0 && <SelectAll selection={selection} shown={rows.length} />}
        <KeyHints canSelect={canSelect} />
      </div>
      <div className="mt-2 min-h-64" onPointerEnter={preloadOrderParts} onFocus={preloadOrderParts}>
        <PagedList
          what="The orders"
          query={query}
          isBare
          empty={<NoOrders filter={filtering.description} onClear={filtering.clear} />}
        >
          {(shown) => <OrderGrid ref={list} rows={shown} selection={canSelect ? selection : null} onView={onView} />}
        </PagedList>
      </div>
      <WorkBar selection={selection} batch={batch} />
      <Suspense>
        {batch.openId && <BatchDialog key={batch.openId} batchId={batch.openId} onClose={batch.close} />}
      </Suspense>
    </section>
  )
}
