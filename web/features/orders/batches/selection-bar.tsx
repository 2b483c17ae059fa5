import Ban from 'lucide-react/icons/ban'
import CircleCheck from 'lucide-react/icons/circle-check'
import Download from 'lucide-react/icons/download'
import PackageCheck from 'lucide-react/icons/package-check'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import Printer from 'lucide-react/icons/printer'
import Tag from 'lucide-react/icons/tag'
import { type ReactNode, useState } from 'react'
import { t } from '#contract/i18n.ts'
import { obstacleTo, type OrderAction } from '#contract/order-actions.ts'
import { mostBatchOrders, mostMatchingOrders } from '#contract/order-batches.ts'
import type { BatchAction, ShippingSpeed } from '#contract/order-status.ts'
import { mostPackingSlips, type OrderFilter, type OrderRow, ordersApi } from '#contract/orders.ts'
import { pathWithQuery } from '#web/lib/api.ts'
import { useSingleFlight } from '#web/shared/form-submission.ts'
import { ExportMenu } from '#web/shared/export-menu.tsx'
import type { ListSelection } from '#web/shared/list/selection.ts'
import { AssignMenu } from '#web/shared/orders/assign-menu.tsx'
import { type TagChange, TagOrdersDialog, TagsDialog } from '#web/shared/orders/tag-orders-dialog.tsx'
import { BlockedButton } from '#web/ui/blocked-button.tsx'
import { Button, buttonVariants } from '#web/ui/button.tsx'
import { useStartBatch } from './api.ts'
import { CancelBatchDialog, FulfillBatchDialog, HoldBatchDialog } from './batch-dialog.tsx'
import { batchActionLabels, FloatingBar } from './batch-progress.tsx'

type BatchDetails = {
  reason?: string
  shippingSpeed?: ShippingSpeed
  tags?: TagChange
  assigneeId?: string | null
}

type SelectionBarProps = {
  selection: ListSelection<OrderRow>
  /** The filter of the list and how many orders match it. */
  filter: OrderFilter
  total: number
  /** Shows the orders that have come in, so that nothing is selected unseen. */
  onReload: () => Promise<void>
  onStarted: (batchId: string) => void
}

/** Batch actions and export for the selected orders. */
export function SelectionBar({ selection, filter, total, onReload, onStarted }: SelectionBarProps) {
  const { rows: orders, count, matching, isAll, selectMatching, clear } = selection
  const [openForm, setOpenForm] = useState<'fulfill' | 'hold' | 'cancel' | 'tag' | null>(null)
  const { mutateAsync, isPending, variables, error, reset } = useStartBatch()
  const singleFlight = useSingleFlight()

  const chosen = matching
    ? { matching: { filter, listedAt: matching.listedAt } }
    : { orderIds: orders.map(({ id }) => id) }

  async function start(action: BatchAction, details: BatchDetails = {}) {
    const batch = await mutateAsync({ action, ...chosen, ...details })
    setOpenForm(null)
    clear()
    onStarted(batch.id)
  }

  function showForm(action: 'fulfill' | 'hold' | 'cancel' | 'tag') {
    reset()
    setOpenForm(action)
  }

  async function chooseMatching() {
    await onReload()
    selectMatching()
  }

  const buttonProps = (action: StateAction) => ({
    action,
    selection,
    isPending: isPending && variables.action === action,
  })

  return (
    <FloatingBar label={t('Selected orders')}>
      <p className="mr-auto min-w-32 font-medium" aria-live="polite">
        {matching
          ? t('{count, plural, one {# order} other {All # orders}} selected', { count })
          : t('{count, plural, one {# order} other {# orders}} selected', { count })}
      </p>
      {isAll && !matching && total > orders.length && (
        <SelectMatching total={total} onSelect={() => singleFlight(chooseMatching)} />
      )}
      <Button variant="quiet" onClick={clear}>
        {t('Clear selection')}
      </Button>
      <div className={rowOfActions}>
        <BatchButton
          {...buttonProps('acknowledge')}
          icon={<CircleCheck aria-hidden />}
          onPress={() => singleFlight(() => start('acknowledge'))}
        />
        <BatchButton
          {...buttonProps('fulfill')}
          icon={<PackageCheck aria-hidden />}
          onPress={() => showForm('fulfill')}
        />
        <BatchButton {...buttonProps('hold')} icon={<Pause aria-hidden />} onPress={() => showForm('hold')} />
        <BatchButton
          {...buttonProps('release')}
          icon={<Play aria-hidden />}
          onPress={() => singleFlight(() => start('release'))}
        />
        <BatchButton {...buttonProps('cancel')} icon={<Ban aria-hidden />} onPress={() => showForm('cancel')} />
        {matching ? (
          <AssignMenu orders={[]} onAssign={(assigneeId) => singleFlight(() => start('assign', { assigneeId }))} />
        ) : (
          orders.length <= mostBatchOrders && <AssignMenu orders={orders} />
        )}
        <TagButton count={matching ? 0 : orders.length} onPress={() => showForm('tag')} />
        <PackingSlips orders={orders} isMatching={matching !== null} />
        <ExportSelection orders={orders} filter={matching && filter} count={count} />
      </div>
      {openForm === 'tag' &&
        (matching ? (
          <TagsDialog
            title={t('Tag {count, plural, one {# order} other {# orders}}', { count })}
            orders={null}
            isPending={isPending}
            onSave={(tags) => start('tag', { tags })}
            onClose={() => setOpenForm(null)}
          />
        ) : (
          <TagOrdersDialog orders={orders} onClose={() => setOpenForm(null)} />
        ))}
      {openForm === 'fulfill' && (
        <FulfillBatchDialog
          count={count}
          chosen={chosen}
          serverError={error}
          isPending={isPending}
          onSend={(details) => singleFlight(() => start('fulfill', details))}
          onClose={() => setOpenForm(null)}
        />
      )}
      {openForm === 'hold' && (
        <HoldBatchDialog
          count={count}
          serverError={error}
          onSend={(details) => start('hold', details)}
          onClose={() => setOpenForm(null)}
        />
      )}
      {openForm === 'cancel' && (
        <CancelBatchDialog
          count={count}
          serverError={error}
          onSend={(details) => start('cancel', details)}
          onClose={() => setOpenForm(null)}
        />
      )}
    </FloatingBar>
  )
}

/** On phones one row that scrolls, so that the bar leaves the list visible. */
const rowOfActions = '-mx-4 -my-1 flex basis-[calc(100%+2rem)] gap-2 overflow-x-auto px-4 py-1 *:shrink-0 md:contents'

type SelectMatchingProps = { total: number; onSelect: () => void }

function SelectMatching({ total, onSelect }: SelectMatchingProps) {
  const label = t('Select all {total} that match', { total })
  return total > mostMatchingOrders ? (
    <BlockedButton
      variant="quiet"
      reason={t('You can select up to {mostMatchingOrders} orders at once. Narrow the filters, for example by date.', {
        mostMatchingOrders,
      })}
    >
      {label}
    </BlockedButton>
  ) : (
    <Button variant="quiet" onClick={onSelect}>
      {label}
    </Button>
  )
}

/** Actions that the state of an order may forbid; anything can be tagged and assigned. */
type StateAction = BatchAction & OrderAction

type BatchButtonProps = {
  action: StateAction
  selection: ListSelection<OrderRow>
  icon: ReactNode
  isPending?: boolean
  onPress: () => void
}

/** Starts a batch action; blocked with a reason if none of the selected orders allows it. */
function BatchButton({ action, selection, icon, isPending = false, onPress }: BatchButtonProps) {
  const { label } = batchActionLabels[action]
  // Of all that match, only the server knows which allow it.
  const reason = selection.matching ? null : obstacleForAll(action, selection.rows)
  const content = (
    <>
      {icon}
      {label}
    </>
  )
  return reason ? (
    <BlockedButton reason={reason}>{content}</BlockedButton>
  ) : (
    <Button isPending={isPending} onClick={onPress}>
      {content}
    </Button>
  )
}

type TagButtonProps = { count: number; onPress: () => void }

/** `count` is of orders that are picked one by one. */
function TagButton({ count, onPress }: TagButtonProps) {
  const content = (
    <>
      <Tag aria-hidden />
      {t('Tags')}
    </>
  )
  return count > mostBatchOrders ? (
    <BlockedButton reason={tooMany}>{content}</BlockedButton>
  ) : (
    <Button onClick={onPress}>{content}</Button>
  )
}

type PackingSlipsProps = { orders: readonly OrderRow[]; isMatching: boolean }

function PackingSlips({ orders, isMatching }: PackingSlipsProps) {
  const content = (
    <>
      <Printer aria-hidden />
      {t('Packing slips')}
    </>
  )
  if (isMatching || orders.length > mostPackingSlips) {
    const most = t('You can print up to {mostPackingSlips} packing slips at once.', { mostPackingSlips })
    return (
      <BlockedButton reason={isMatching ? `${most} ${t('Select only the orders that are shown.')}` : most}>
        {content}
      </BlockedButton>
    )
  }
  const orderIds = orders.map(({ id }) => id).join(',')
  return (
    <a
      href={pathWithQuery(ordersApi.packingSlips, { orderIds })}
      target="_blank"
      rel="noreferrer"
      className={buttonVariants()}
    >
      {content}
    </a>
  )
}

const tooMany = t('You can select up to {mostBatchOrders} individual orders at once.', { mostBatchOrders })

function obstacleForAll(action: StateAction, orders: readonly OrderRow[]): string | null {
  if (orders.length > mostBatchOrders) return tooMany
  const now = new Date()
  const obstacles = orders.map((order) => obstacleTo(action, order, now))
  if (obstacles.includes(null)) return null
  const [only = null] = obstacles
  return orders.length === 1 ? only : t('This isn’t possible for any of these orders right now.')
}

/** The ids are part of the export URL, and many proxies reject longer URLs. */
const maxExported = 200

type ExportSelectionProps = {
  orders: readonly OrderRow[]
  /** Of all orders that match it; null for those that are picked. */
  filter: OrderFilter | null
  count: number
}

function ExportSelection({ orders, filter, count }: ExportSelectionProps) {
  if (filter) {
    return (
      <ExportMenu
        endpoint={ordersApi.export}
        what={t('{count, plural, one {# selected order} other {# selected orders}}', { count })}
        inputFor={(format) => ({ ...filter, format })}
      />
    )
  }
  if (orders.length > maxExported) {
    return (
      <BlockedButton
        reason={t(
          'You can export up to {maxExported} selected orders at once. With nothing selected, there is no limit.',
          {
            maxExported,
          },
        )}
      >
        <Download aria-hidden />
        {t('Export')}
      </BlockedButton>
    )
  }
  const orderIds = orders.map(({ id }) => id).join(',')
  return (
    <ExportMenu
      endpoint={ordersApi.export}
      what={t('{count, plural, one {# selected order} other {# selected orders}}', { count: orders.length })}
      inputFor={(format) => ({ orderIds, format })}
    />
  )
}
