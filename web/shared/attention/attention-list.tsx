import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { attentionRemedies } from '#contract/attention-remedies.ts'
import type { AttentionRow } from '#contract/attention.ts'
import { t } from '#contract/i18n.ts'
import { shopOrderText } from '#contract/order-numbers.ts'
import { stepAccess } from '#contract/order-row.ts'
import type { AttentionCode } from '#contract/order-status.ts'
import type { OrderDetail } from '#contract/orders.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonVariants } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { toast } from '#web/ui/toast.ts'
import { useLoadOrder } from '../orders/api.ts'
import { ownDialog, remediesOf, RemedyMenu } from '../orders/order-dialog-button.tsx'
import { dialogObstacles, type OrderDialogName, orderDialogs } from '../orders/order-dialogs.ts'
import { OrderLink } from '../orders/order-link.tsx'
import { PagedList } from '../paged-list.tsx'
import { PermittedButton } from '../permitted-button.tsx'
import { RelativeTime, useNow } from '../relative-time.tsx'
import { rich } from '../rich.tsx'
import type { AttentionQueryResult } from './api.ts'
import { actorLabels, attentionLabels, subjectOf } from './attention-labels.ts'
import { Remedies } from './remedies.tsx'

type AttentionListProps = { attention: AttentionQueryResult; empty: ReactNode }

/** Attention items, oldest first, each with its remedies. */
export function AttentionList({ attention, empty }: AttentionListProps) {
  return (
    <PagedList what={t('Items that need attention')} query={attention} empty={empty}>
      {(rows) => <AttentionRows rows={rows} />}
    </PagedList>
  )
}

export function AttentionRows({ rows }: { rows: readonly AttentionRow[] }) {
  return (
    <ul aria-label={t('Needs attention')} className="@container divide-y">
      {rows.map((row) => (
        <AttentionItem key={row.id} row={row} />
      ))}
    </ul>
  )
}

function AttentionItem({ row }: { row: AttentionRow }) {
  const { code, reason, whoActs, raisedAt, waitsForStockSince } = row
  return (
    <li className="grid gap-2 px-4 py-3 @3xl:px-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <Badge tone="warning">{attentionLabels[code]}</Badge>
          <AttentionSubject row={row} />
        </div>
        <span className="text-sm text-muted">
          {waitsForStockSince ? t('Waiting for stock') : actorLabels[whoActs]} ·{' '}
          <RelativeTime moment={waitsForStockSince ?? raisedAt} />
        </span>
      </div>
      <div className="grid gap-2 @3xl:flex @3xl:items-end @3xl:justify-between @3xl:gap-6">
        <div className="max-w-prose min-w-0">
          <p className="wrap-anywhere">{reason}</p>
          <p className="text-sm text-muted">{attentionRemedies[code]}</p>
        </div>
        <Remedies row={row}>
          <RemedyOnOrder row={row} />
        </Remedies>
      </div>
    </li>
  )
}

/** The order of an item, or the delivery that could not become one, and its channel. */
function AttentionSubject({ row }: { row: AttentionRow }) {
  const { orderId, orderNumber, externalOrderId, externalNumber, channelName } = row
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 text-sm">
      {orderId && orderNumber ? (
        <span className="flex items-center gap-1 font-medium">
          {rich(t('Order {link}'), {
            link: (
              <OrderLink
                orderId={orderId}
                className="inline-flex min-h-10 items-center font-mono wrap-anywhere text-accent underline-offset-2 hover:underline md:min-h-6"
              >
                {orderNumber}
              </OrderLink>
            ),
          })}
          <CopyButton
            text={orderNumber}
            label={t('Copy order number {orderNumber}', { orderNumber })}
            className="-my-2"
          />
        </span>
      ) : (
        <span className="font-medium wrap-anywhere">
          {externalOrderId ? t('Order {externalOrderId}', { externalOrderId }) : t('A delivery')}
        </span>
      )}
      {channelName && (
        <span className="wrap-anywhere text-muted">
          {orderNumber && externalOrderId
            ? shopOrderText({ externalNumber, externalOrderId, channelName })
            : t('from {channelName}', { channelName })}
        </span>
      )}
    </span>
  )
}

/**
 * The dialogs that solve the item on its order, or the place to look. Rows don't carry the order, so it is loaded when a button is pressed.
 */
function RemedyOnOrder({ row }: { row: AttentionRow }) {
  const { orderId, code } = row
  if (!orderId) return null
  const view = orderViews[code]
  return (
    <>
      <LoadedRemedies row={row} orderId={orderId} />
      {view && (
        <OrderLink
          orderId={orderId}
          {...(view.section && { section: view.section })}
          className={buttonVariants({ size: 'small' })}
          aria-label={`${view.label}, ${subjectOf(row)}`}
        >
          {view.label}
        </OrderLink>
      )}
    </>
  )
}

type OrderView = { label: string; section?: 'packages' }

/** Codes whose remedy begins with a look at the order. */
const orderViews: Partial<Record<AttentionCode, OrderView>> = {
  totals_differ: { label: t('Compare amounts') },
  discount_differs: { label: t('Compare discount') },
  changed_after_sending: { label: t('Compare order') },
  cancel_refused: { label: t('See customer') },
  package_lost: { label: t('See packages'), section: 'packages' },
}

type OpenedDialog = { order: OrderDetail; dialog: OrderDialogName }

function LoadedRemedies({ row, orderId }: { row: AttentionRow; orderId: string }) {
  const queryClient = useQueryClient()
  const loadOrder = useLoadOrder()
  const now = useNow()
  const [asked, setAsked] = useState<OrderDialogName | null>(null)
  const [opened, setOpened] = useState<OpenedDialog | null>(null)
  const remedies = remediesOf(row)
  const Dialog = opened && orderDialogs[opened.dialog]
  const isPending = (dialog: OrderDialogName) => loadOrder.isPending && asked === dialog

  function ask(dialog: OrderDialogName) {
    setAsked(dialog)
    loadOrder.mutate(orderId, { onSuccess: (order) => open({ order, dialog: ownDialog(order, dialog) }) })
  }

  function open(loaded: OpenedDialog) {
    const obstacle = dialogObstacles[loaded.dialog](loaded.order, new Date(now))
    if (!obstacle) return setOpened(loaded)
    toast({ variant: 'destructive', title: t('Not possible right now'), description: obstacle })
    void queryClient.invalidateQueries({ queryKey: ['attention'] })
  }

  return (
    <>
      {remedies
        .filter(({ isInMenu }) => !isInMenu)
        .map(({ dialog, label }) => (
          <PermittedButton
            key={dialog}
            access={stepAccess}
            task={t('change orders')}
            size="small"
            aria-label={`${label}, ${subjectOf(row)}`}
            isPending={isPending(dialog)}
            onClick={() => ask(dialog)}
          >
            {label}
          </PermittedButton>
        ))}
      <RemedyMenu
        remedies={remedies}
        subject={subjectOf(row)}
        isPending={remedies.some(({ dialog, isInMenu }) => isInMenu && isPending(dialog))}
        onSelect={ask}
      />
      <Suspense>{Dialog && <Dialog order={opened.order} onClose={() => setOpened(null)} />}</Suspense>
    </>
  )
}
