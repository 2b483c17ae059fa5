import type { NotificationRow } from '#contract/notifications.ts'
import { notificationAudienceLabels, notificationTypeLabels } from '#contract/notification-values.ts'
import { EmailAddress } from '#web/shared/email-address.tsx'
import { MethodBadge } from '#web/shared/method-badge.tsx'
import { OrderLink } from '#web/shared/order-link.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { Badge } from '#web/ui/badge.tsx'
import type { TableColumn } from '#web/ui/table.tsx'
import { NotificationLink } from './notification-link.tsx'
import { NotificationStatusBadge } from './notification-status-badge.tsx'
import { StatusDetail } from './status-detail.tsx'

export const notificationColumns: readonly TableColumn<NotificationRow>[] = [
  { header: 'Message', cell: (row) => <MessageCell row={row} /> },
  { header: 'Method', cell: ({ method }) => <MethodBadge method={method} /> },
  { header: 'To', cell: (row) => <RecipientCell row={row} /> },
  { header: 'Order', cell: (row) => <OrderCell row={row} /> },
  { header: 'Status', cell: (row) => <StatusCell row={row} /> },
  { header: 'When', cell: ({ createdAt, sentAt }) => <RelativeTime moment={sentAt ?? createdAt} /> },
]

function MessageCell({ row: { id, type, subject, isTest } }: { row: NotificationRow }) {
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap items-center gap-x-2">
        <NotificationLink notificationId={id}>{notificationTypeLabels[type]}</NotificationLink>
        {isTest && <Badge tone="neutral">Test</Badge>}
      </p>
      {subject && <p className="text-xs text-muted">{subject}</p>}
    </div>
  )
}

function RecipientCell({ row: { audience, recipient } }: { row: NotificationRow }) {
  return (
    <div className="min-w-0">
      <p>{notificationAudienceLabels[audience]}</p>
      <p className="text-xs text-muted">{recipient ? <EmailAddress email={recipient} /> : 'Erased'}</p>
    </div>
  )
}

function OrderCell({ row: { orderId, orderNumber } }: { row: NotificationRow }) {
  if (!orderId) return '—'
  return (
    <OrderLink
      orderId={orderId}
      className="inline-flex min-h-10 items-center font-mono text-accent underline-offset-2 hover:underline md:min-h-8"
    >
      {orderNumber ?? 'Order'}
    </OrderLink>
  )
}

function StatusCell({ row }: { row: NotificationRow }) {
  return (
    <div className="grid min-w-0 justify-items-start gap-1 as-cards:justify-items-end">
      <NotificationStatusBadge status={row.status} />
      <p className="text-xs text-muted empty:hidden">
        <StatusDetail notification={row} />
      </p>
    </div>
  )
}
