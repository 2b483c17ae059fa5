import { useMutation, useQueryClient } from '@tanstack/react-query'
import { cx } from 'class-variance-authority'
import { useLocation } from 'wouter'
import { bellApi, bellDays, type BellItem } from '#contract/bell.ts'
import { t } from '#contract/i18n.ts'
import { orderNumbersText } from '#contract/order-numbers.ts'
import type { BatchAction } from '#contract/order-status.ts'
import { call } from '#web/lib/api.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { useOrderLink } from '#web/shared/orders/order-link.tsx'
import { QueryContent } from '#web/shared/query-content.tsx'
import { RelativeTime, TimeZone } from '#web/shared/relative-time.tsx'
import { Button } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { bellKey, useBell } from './bell.tsx'

type BellDrawerProps = { open: boolean; onOpenChange: (open: boolean) => void }

/** What concerns the signed-in person: orders assigned to them, mentions, and the end of what they started. */
export function BellDrawer({ open, onOpenChange }: BellDrawerProps) {
  const { timeZone } = useCurrentUser()
  const bell = useBell()
  const markRead = useMarkRead()
  return (
    <Drawer
      open={open}
      onOpenChange={onOpenChange}
      side="right"
      size="detail"
      title={t('For you')}
      footer={
        bell.data !== undefined &&
        bell.data.unread > 0 && (
          <Button size="small" isPending={markRead.isPending} onClick={() => markRead.mutate(undefined)}>
            {t('Mark all as read')}
          </Button>
        )
      }
    >
      <div className="grid gap-3 px-4 pb-6">
        <TimeZone value={timeZone}>
          <QueryContent what={t('Your items')} query={bell}>
            {({ items }) => <BellItems items={items} onRead={markRead.mutate} onClose={() => onOpenChange(false)} />}
          </QueryContent>
        </TimeZone>
      </div>
    </Drawer>
  )
}

/** No toast: the items are no longer bold. After a failure they are still bold. */
function useMarkRead() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (itemId: string | undefined) => call(bellApi.markRead, itemId === undefined ? {} : { itemId }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: bellKey }),
  })
}

type BellItemsProps = { items: readonly BellItem[]; onRead: (itemId: string) => void; onClose: () => void }

function BellItems({ items, onRead, onClose }: BellItemsProps) {
  const openOrder = useOrderLink()
  const [, navigate] = useLocation()
  if (items.length === 0) {
    return (
      <p className="text-muted">
        {t('Nothing yet. Orders assigned to you and the results of actions you start appear here.')}
      </p>
    )
  }

  function open({ id, isRead, order, batch }: BellItem) {
    if (!isRead) onRead(id)
    onClose()
    if (order) openOrder(order.id)
    else navigate(batch ? `/orders?batch=${batch.id}` : '/orders?assignee=me')
  }

  return (
    <>
      <ul aria-label={t('For you')} className="divide-y rounded-lg border">
        {items.map((item) => (
          <li key={item.id}>
            <button
              type="button"
              aria-label={bellLabel(item)}
              onClick={() => open(item)}
              className="flex w-full items-start gap-2.5 px-3 py-2.5 text-left hover:bg-hover"
            >
              <span
                aria-hidden
                className={cx('mt-1.5 size-2 shrink-0 rounded-full', item.isRead ? 'bg-transparent' : 'bg-accent')}
              />
              <span className="grid min-w-0">
                <span className={cx('wrap-anywhere', !item.isRead && 'font-semibold')}>{bellText(item)}</span>
                <span className="text-sm wrap-anywhere text-muted">
                  {item.order && `${numbersOf(item.order)} · `}
                  <RelativeTime moment={item.at} />
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted">{t('Items older than {bellDays} days are removed.', { bellDays })}</p>
    </>
  )
}

const batchTexts: Record<BatchAction, (orders: number) => string> = {
  acknowledge: (orders) => t('Finished acknowledging {orders, plural, one {# order} other {# orders}}', { orders }),
  fulfill: (orders) => t('Finished fulfilling {orders, plural, one {# order} other {# orders}}', { orders }),
  hold: (orders) => t('Finished holding {orders, plural, one {# order} other {# orders}}', { orders }),
  release: (orders) => t('Finished releasing {orders, plural, one {# order} other {# orders}}', { orders }),
  cancel: (orders) => t('Finished cancelling {orders, plural, one {# order} other {# orders}}', { orders }),
  tag: (orders) => t('Finished tagging {orders, plural, one {# order} other {# orders}}', { orders }),
  assign: (orders) => t('Finished assigning {orders, plural, one {# order} other {# orders}}', { orders }),
}

const batchText = (orders: number) =>
  t('Finished working on {orders, plural, one {# order} other {# orders}}', { orders })

const numbersOf = (order: NonNullable<BellItem['order']>) => orderNumbersText({ ...order, channelName: null })

const bellLabel = (item: BellItem): string =>
  [bellText(item), item.order && numbersOf(item.order), !item.isRead && t('unread')].filter(Boolean).join(', ')

function bellText({ kind, orders, batch, actorName }: BellItem): string {
  const actor = actorName ?? t('A colleague')
  switch (kind) {
    case 'assigned':
      return t('{actor} assigned {orders, plural, =1 {an order} other {# orders}} to you', { actor, orders })
    case 'mentioned':
      return t('{actor} mentioned you in a note', { actor })
    case 'noted':
      return t('{actor} added a note after yours', { actor })
    case 'batch_finished': {
      const done = batch ? batchTexts[batch.action](orders) : batchText(orders)
      return batch && batch.refused > 0 ? t('{done}, {refused} refused', { done, refused: batch.refused }) : done
    }
  }
}
