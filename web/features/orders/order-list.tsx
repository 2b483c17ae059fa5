import ArrowUp from 'lucide-react/icons/arrow-up'
import SearchX from 'lucide-react/icons/search-x'
import ShoppingCart from 'lucide-react/icons/shopping-cart'
import { Fragment, Suspense, useState } from 'react'
import { Link } from 'wouter'
import { t } from '#contract/i18n.ts'
import { orderBatchesApi } from '#contract/order-batches.ts'
import type { OrderFilter, OrderRow } from '#contract/orders.ts'
import { allows } from '#contract/roles.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { type ListSettings, ListSettingsBar } from '#web/shared/list/list-settings.tsx'
import { useListShortcuts, useScrollToRow } from '#web/shared/list/list-shortcuts.ts'
import { type ListSelection, useSelection } from '#web/shared/list/selection.ts'
import { ListTable } from '#web/shared/list/list-table.tsx'
import type { ListColumn } from '#web/shared/list/table-view.tsx'
import { PagedList } from '#web/shared/paged-list.tsx'
import { allKeys, orderListKeys, orderSelectionKeys } from '#web/shared/keyboard-shortcuts.tsx'
import { useFocusAfterRemoval, useFocusFallback } from '#web/ui/focus.ts'
import { useUrlParam, type useUrlSort } from '#web/shared/url-state.ts'
import { buttonVariants, Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import type { OrderListState } from './api.ts'
import { BatchDialog, preloadOrderParts, RunningBatch, SelectionBar } from './lazy.ts'
import { OrderGrid } from './list/order-cards.tsx'
import { maxArrivals } from './list/order-pages.ts'
import { orderName } from './list/order-columns.tsx'
import type { OrderFilterState } from './order-filters.tsx'
import { useOrderKeys } from './order-keys.tsx'

type OrderListProps = {
  orders: OrderListState
  filterState: OrderFilterState
  settings: ListSettings<ListColumn<OrderRow>>
  sorting: ReturnType<typeof useUrlSort>
  onView: (orderId: string) => void
  onSearch: () => void
}

export function OrderList({ orders, filterState, settings, sorting, onView, onSearch }: OrderListProps) {
  const { query, reload, isReloading } = orders
  const { role } = useCurrentUser()
  const canSelect = allows(orderBatchesApi.start.access, role)
  const { rows = [], total = 0, arrived = 0 } = query.data ?? {}
  const selection = useSelection(rows, JSON.stringify(filterState.filter), total)
  const batch = useBatchDialog()
  const [openId] = useUrlParam('order')
  const list = useFocusAfterRemoval<HTMLUListElement & HTMLTableSectionElement>(total)
  const keys = useOrderKeys()
  const isIdle = selection.rows.length === 0 && batch.openId === null && arrived === 0
  const section = useFocusFallback<HTMLElement>(isIdle)

  useListShortcuts({
    list,
    onOpen: onView,
    onToggle: (orderId, isRange) => canSelect && selection.toggle(orderId, isRange),
    onSearch,
    onMove: (orderId) => openId && onView(orderId),
    actions: { f: (orderId) => withRow(orderId, keys.fulfill), h: (orderId) => withRow(orderId, keys.hold) },
  })
  useScrollToRow(list, openId)

  function withRow(orderId: string, act: (order: OrderRow) => void) {
    const order = rows.find(({ id }) => id === orderId)
    if (order) act(order)
  }

  async function showArrivals() {
    await reload()
    window.scrollTo(0, 0)
  }

  return (
    <section ref={section} tabIndex={-1} aria-label={t('All orders')} className="outline-none">
      <ArrivalsChip count={arrived} isPending={isReloading} onShow={() => void showArrivals()} />
      <div className="flex min-h-10 flex-wrap items-center gap-x-4 md:min-h-8">
        {canSelect && rows.length > 0 && !settings.isTable && <SelectAll selection={selection} shown={rows.length} />}
        <div className="ml-auto flex items-center gap-4">
          <KeyHints canSelect={canSelect} />
          <ListSettingsBar settings={settings} />
        </div>
      </div>
      <div className="mt-2 min-h-64" onPointerEnter={preloadOrderParts} onFocus={preloadOrderParts}>
        <PagedList
          what={t('The orders')}
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
          {(shown) =>
            settings.isTable ? (
              <ListTable
                ref={list}
                caption={t('Orders')}
                columns={settings.shownColumns}
                rows={shown}
                rowName={orderName}
                density={settings.density}
                sort={sorting.sort ?? newestFirst}
                onSort={(sort) => sorting.setSort(sort === newestFirst ? undefined : sort)}
                selection={canSelect ? selection : null}
                openId={openId}
                onOpen={onView}
              />
            ) : (
              <OrderGrid
                ref={list}
                rows={shown}
                selection={canSelect ? selection : null}
                openId={openId}
                onView={onView}
              />
            )
          }
        </PagedList>
      </div>
      <BottomBars selection={selection} filter={filterState.filter} total={total} onReload={reload} batch={batch} />
      {keys.dialog}
      <Suspense>
        {batch.openId && <BatchDialog key={batch.openId} batchId={batch.openId} onClose={batch.close} />}
      </Suspense>
    </section>
  )
}

/** The list's own order. */
const newestFirst = '-placed'

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
          {count < maxArrivals
            ? t('{count, plural, one {# new order} other {# new orders}}', { count })
            : t('{maxArrivals}+ new orders', { maxArrivals })}
        </Button>
      )}
    </output>
  )
}

type SelectAllProps = { selection: ListSelection; shown: number }

function SelectAll({ selection: { rows, isAll, selectAll, clear }, shown }: SelectAllProps) {
  return (
    <Checkbox
      ref={(box) => {
        if (box) box.indeterminate = rows.length > 0 && !isAll
      }}
      label={t('Select all {shown, plural, one {# order} other {# orders}} shown', { shown })}
      checked={isAll}
      onChange={isAll ? clear : selectAll}
    />
  )
}

/** Keyboard shortcuts of the list; hidden on small screens. */
function KeyHints({ canSelect }: { canSelect: boolean }) {
  const keys = [...orderListKeys, ...(canSelect ? orderSelectionKeys : []), allKeys]
  return (
    <p className="hidden items-center gap-1.5 text-sm text-muted lg:flex">
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
            <p className="wrap-anywhere text-muted">{t('Nothing matches {filter}.', { filter })}</p>
            {isSearched && (
              <p className="max-w-prose text-sm text-muted">
                {t(
                  'Search by order number (yours or the shop’s), name, postal code, tracking number, SKU or title, with words in any order. Enter full email addresses and phone numbers.',
                )}
              </p>
            )}
            <Button onClick={onClear}>{t('Show all orders')}</Button>
          </div>
        ) : (
          <Link href="/channels" className={buttonVariants()}>
            {t('See your channels')}
          </Link>
        )
      }
    >
      {t('No orders found. Orders will appear here when they are received from your channels.')}
    </EmptyState>
  )
}

type BottomBarsProps = {
  selection: ListSelection<OrderRow>
  filter: OrderFilter
  total: number
  onReload: () => Promise<void>
  batch: BatchDialogControl
}

/** Sticky bars at the bottom: the running batch and the actions for the selected orders. */
function BottomBars({ selection, batch: { openId, lastId, show }, ...list }: BottomBarsProps) {
  return (
    <div className="sticky bottom-4 z-20 grid gap-2">
      <Suspense>
        {lastId && openId === null && <RunningBatch key={lastId} batchId={lastId} onShow={() => show(lastId)} />}
      </Suspense>
      <Suspense>
        {selection.rows.length > 0 && <SelectionBar selection={selection} {...list} onStarted={show} />}
      </Suspense>
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
