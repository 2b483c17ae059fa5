import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import type { AttentionRow } from '#contract/attention.ts'
import { stepAccess } from '#contract/order-row.ts'
import type { OrderDetail } from '#contract/orders.ts'
import { Badge } from '#web/ui/badge.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { toast } from '#web/ui/toast.ts'
import { useLoadOrder } from '../orders/api.ts'
import { orderRemedies } from '../orders/order-dialog-button.tsx'
import { dialogObstacles, orderDialogs } from '../orders/order-dialogs.ts'
import { OrderLink } from '../orders/order-link.tsx'
import { PagedList } from '../paged-list.tsx'
import { PermittedButton } from '../permitted-button.tsx'
import { RelativeTime } from '../relative-time.tsx'
import type { AttentionQueryResult } from './api.ts'
import { actorLabels, attentionLabels, subjectOf } from './attention-labels.ts'
import { Remedies } from './remedies.tsx'

type AttentionListProps = { attention: AttentionQueryResult; empty: ReactNode }

/** Attention items, oldest first, each with its remedies. */
export function AttentionList({ attention, empty }: AttentionListProps) {
  return (
    <PagedList what="What needs attention" query={attention} empty={empty}>
      {(rows) => <AttentionRows rows={rows} />}
    </PagedList>
  )
}

export function AttentionRows({ rows }: { rows: readonly AttentionRow[] }) {
  return (
    <ul aria-label="Needs attention" className="@container divide-y">
      {rows.map((row) => (
        <AttentionItem key={row.id} row={row} />
      ))}
    </ul>
  )
}

function AttentionItem({ row }: { row: AttentionRow }) {
  const { code, reason, remedy, whoActs, raisedAt } = row
  return (
    <li className="grid gap-2 px-4 py-3 @3xl:px-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <Badge tone="warning">{attentionLabels[code]}</Badge>
          <AttentionSubject row={row} />
        </div>
        <span className="text-sm text-muted">
          {actorLabels[whoActs]}, raised <RelativeTime moment={raisedAt} />
        </span>
      </div>
      <div className="grid gap-2 @3xl:flex @3xl:items-end @3xl:justify-between @3xl:gap-6">
        <div className="max-w-prose min-w-0">
          <p className="wrap-anywhere">{reason}</p>
          <p className="text-sm text-muted">{remedy}</p>
        </div>
        <Remedies row={row}>
          <RemedyOnOrder row={row} />
        </Remedies>
      </div>
    </li>
  )
}

/** The order of an item, or the delivery that could not become one, and its channel. */
function AttentionSubject({ row: { orderId, orderNumber, externalOrderId, channelName } }: { row: AttentionRow }) {
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 text-sm">
      {orderId && orderNumber ? (
        <span className="flex items-center gap-1 font-medium">
          Order
          <OrderLink
            orderId={orderId}
            className="inline-flex min-h-10 items-center font-mono wrap-anywhere text-accent underline-offset-2 hover:underline md:min-h-6"
          >
            {orderNumber}
          </OrderLink>
          <CopyButton text={orderNumber} label={`Copy order number ${orderNumber}`} className="-my-2" />
        </span>
      ) : (
        <span className="font-medium wrap-anywhere">{externalOrderId ? `Order ${externalOrderId}` : 'A delivery'}</span>
      )}
      {channelName && (
        <span className="wrap-anywhere text-muted">
          {orderNumber && externalOrderId ? `${externalOrderId} at ${channelName}` : `from ${channelName}`}
        </span>
      )}
    </span>
  )
}

/**
 * The dialog that solves the item on its order. Rows don't carry the order, so it is loaded when the button is pressed.
 */
function RemedyOnOrder({ row }: { row: AttentionRow }) {
  const remedy = orderRemedies[row.code]
  return remedy && row.orderId && <LoadedRemedy row={row} orderId={row.orderId} remedy={remedy} />
}

type LoadedRemedyProps = {
  row: AttentionRow
  orderId: string
  remedy: NonNullable<(typeof orderRemedies)[AttentionRow['code']]>
}

function LoadedRemedy({ row, orderId, remedy: { dialog, label } }: LoadedRemedyProps) {
  const queryClient = useQueryClient()
  const loadOrder = useLoadOrder()
  const [order, setOrder] = useState<OrderDetail | null>(null)
  const Dialog = orderDialogs[dialog]

  function open(loaded: OrderDetail) {
    const obstacle = dialogObstacles[dialog](loaded, new Date())
    if (!obstacle) return setOrder(loaded)
    toast({ variant: 'destructive', title: 'Not possible now', description: obstacle })
    void queryClient.invalidateQueries({ queryKey: ['attention'] })
  }

  return (
    <>
      <PermittedButton
        access={stepAccess}
        task="change orders"
        size="small"
        aria-label={`${label}, ${subjectOf(row)}`}
        isPending={loadOrder.isPending}
        onClick={() => loadOrder.mutate(orderId, { onSuccess: open })}
      >
        {label}
      </PermittedButton>
      <Suspense>{order && <Dialog order={order} onClose={() => setOrder(null)} />}</Suspense>
    </>
  )
}
