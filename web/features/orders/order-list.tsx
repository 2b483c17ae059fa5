import ArrowUp from 'lucide-react/icons/arrow-up'
import SearchX from 'lucide-react/icons/search-x'
import ShoppingCart from 'lucide-react/icons/shopping-cart'
import { Fragment, Suspense, useState } from 'react'
import { Link } from 'wouter'
import { orderBatchesApi } from '#contract/order-batches.ts'
import { allows } from '#contract/roles.ts'
import { formatCount, formatNumber } from '#web/lib/format-number.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { PagedList } from '#web/shared/paged-list.tsx'
import { orderListKeys, orderSelectionKeys } from '#web/shared/keyboard-shortcuts.tsx'
import { useFocusAfterRemoval, useFocusFallback } from '#web/ui/focus.ts'
import { useUrlParam } from '#web/shared/url-state.ts'
import { buttonVariants, Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import type { OrderListState } from './api.ts'
import { BatchDialog, preloadOrderParts, RunningBatch, SelectionBar } from './lazy.ts'
import { useListShortcuts } from './list/list-shortcuts.ts'
import { OrderGrid } from './list/order-cards.tsx'
import { maxArrivals } from './list/order-pages.ts'
import { type OrderSelection, useSelection } from './list/selection.ts'
import type { OrderFilterState } from './order-filters.tsx'

type OrderListProps = {
  orders: OrderListState
  filterState: OrderFilterState
  onView: (orderId: string) => void
  onSearch: () => void
}

export function OrderList({ orders, filterState, onView, onSearch }: OrderListProps) {
  const { query, reload, isReloading } = orders
  const { role } = useCurrentUser()
  const canSelect = allows(orderBatchesApi.start.access, role)
  const { rows = [], total = 0, arrived = 0 } = query.data ?? {}
  const selection = useSelection(rows, JSON.stringify(filterState.filter))
  const batch = useBatchDialog()
  const list = useFocusAfterRemoval<HTMLUListElement>(total)
  const isIdle = selection.orders.length === 0 && batch.openId === null && arrived === 0
  const section = useFocusFallback<HTMLElement>(isIdle)

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
          empty={
            <NoOrders
              filter={filterState.description}
              isSearched={Boolean(filterState.filter.search)}
              onClear={filterState.clear}
            />
          }
        >
          {(shown) => <OrderGrid ref={list} rows={shown} selection={canSelect ? selection : null} onView={onView} />}
        </PagedList>
      </div>
      <BottomBars selection={selection} batch={batch} />
      <Suspense>
        {batch.openId && <BatchDialog key={batch.openId} batchId={batch.openId} onClose={batch.close} />}
      </Suspense>
    </section>
  )
}

type ArrivalsChipProps = { count: number; isPending: boolean; onShow: () => void }

/** Counts new orders. They are shown on click only, so that the list does not move under the reader. */
function ArrivalsChip({ count, isPending, onShow }: ArrivalsChipProps) {
  return (
    <output className="pointer-events-none sticky top-16 z-20 flex h-0 justify-center md:top-4">
      {count > 0 && (
        <Button
          variant="primary"
          size="small"
          isPending={isPending}
          onClick={onShow}
          className="pointer-events-auto animate-pop self-start"
        >
          <ArrowUp aria-hidden />
          {count < maxArrivals ? formatCount(count, 'new order') : `${formatNumber(maxArrivals)}+ new orders`}
        </Button>
      )}
    </output>
  )
}

type SelectAllProps = { selection: OrderSelection; shown: number }

function SelectAll({ selection: { orders, isAll, selectAll, clear }, shown }: SelectAllProps) {
  return (
    <Checkbox
      ref={(box) => {
        if (box) box.indeterminate = orders.length > 0 && !isAll
      }}
      label={`Select all ${formatCount(shown, 'order')} shown`}
      checked={isAll}
      onChange={isAll ? clear : selectAll}
    />
  )
}

/** Keyboard shortcuts of the list; hidden on small screens. */
function KeyHints({ canSelect }: { canSelect: boolean }) {
  const keys = canSelect ? [...orderListKeys, ...orderSelectionKeys] : orderListKeys
  return (
    <p className="ml-auto hidden items-center gap-1.5 text-sm text-muted lg:flex">
      {keys.map(
        ({ hint, press }) =>
          hint && (
            <Fragment key={hint}>
              {press.flat().map((key) => (
                <Fragment key={key}>
                  <Kbd>{key}</Kbd>{' '}
                </Fragment>
              ))}
              {hint}{' '}
            </Fragment>
          ),
      )}
    </p>
  )
}

/** `filter` describes the active filters; empty if there are none. */
function NoOrders({ filter, isSearched, onClear }: { filter: string; isSearched: boolean; onClear: () => void }) {
  return (
    <EmptyState
      icon={filter ? <SearchX /> : <ShoppingCart />}
      action={
        filter ? (
          <div className="grid justify-items-center gap-3">
            <p className="wrap-anywhere text-muted">Nothing matches {filter}.</p>
            {isSearched && (
              <p className="max-w-prose text-sm text-muted">
                You can search by both order numbers, name, postal code, tracking number, SKU and title, with words in
                any order. An email address or phone number is found only when it is complete.
              </p>
            )}
            <Button onClick={onClear}>Show all orders</Button>
          </div>
        ) : (
          <Link href="/channels" className={buttonVariants()}>
            See your channels
          </Link>
        )
      }
    >
      No orders found. Orders will appear here when they are received from your channels.
    </EmptyState>
  )
}

type BottomBarsProps = { selection: OrderSelection; batch: BatchDialogControl }

/** Sticky bars at the bottom: the running batch and the actions for the selected orders. */
function BottomBars({ selection, batch: { openId, lastId, show } }: BottomBarsProps) {
  return (
    <div className="sticky bottom-4 z-20 grid gap-2">
      <Suspense>
        {lastId && openId === null && <RunningBatch key={lastId} batchId={lastId} onShow={() => show(lastId)} />}
      </Suspense>
      <Suspense>{selection.orders.length > 0 && <SelectionBar selection={selection} onStarted={show} />}</Suspense>
    </div>
  )
}

type BatchDialogControl = ReturnType<typeof useBatchDialog>

/** The open batch (a URL parameter), and the last batch that was started or opened on this page. */
function useBatchDialog() {
  const [openId, setOpenId] = useUrlParam('batch')
  const [lastId, setLastId] = useState(openId)

  function show(batchId: string) {
    setLastId(batchId)
    setOpenId(batchId)
  }

  return { openId, lastId, show, close: () => setOpenId(null) }
}
