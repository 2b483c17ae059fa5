import BellRing from 'lucide-react/icons/bell-ring'
import SearchX from 'lucide-react/icons/search-x'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'wouter'
import { t } from '#contract/i18n.ts'
import { notificationAudienceLabels, notificationTypeLabels } from '#contract/notification-values.ts'
import type { NotificationRow } from '#contract/notifications.ts'
import { EmailAddress } from '#web/shared/people.tsx'
import { MethodBadge } from '#web/shared/notifications.tsx'
import { OrderLink } from '#web/shared/orders/order-link.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { useUrlDetail } from '#web/shared/url-state.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonVariants, Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { TableColumn } from '#web/ui/table.tsx'
import { NotificationStatusBadge, StatusDetail } from './notification-drawer.tsx'
import type { NotificationFilterState } from './notification-filters.tsx'

export const notificationColumns: readonly TableColumn<NotificationRow>[] = [
  { header: t('Message'), cell: (row) => <MessageCell row={row} /> },
  { header: t('Method'), cell: ({ method }) => <MethodBadge method={method} /> },
  { header: t('To'), cell: (row) => <RecipientCell row={row} /> },
  { header: t('Order'), cell: (row) => <OrderCell row={row} /> },
  { header: t('Status'), cell: (row) => <StatusCell row={row} /> },
  { header: t('When'), cell: ({ createdAt, sentAt }) => <RelativeTime moment={sentAt ?? createdAt} /> },
]

function MessageCell({ row: { id, type, subject, isTest } }: { row: NotificationRow }) {
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap items-center gap-x-2">
        <NotificationLink notificationId={id}>{notificationTypeLabels[type]}</NotificationLink>
        {isTest && <Badge tone="neutral">{t('Test')}</Badge>}
      </p>
      {subject && <p className="text-xs text-muted">{subject}</p>}
    </div>
  )
}

function RecipientCell({ row: { audience, recipient } }: { row: NotificationRow }) {
  return (
    <div className="min-w-0">
      <p>{notificationAudienceLabels[audience]}</p>
      <p className="text-xs text-muted">{recipient ? <EmailAddress email={recipient} /> : t('Erased')}</p>
    </div>
  )
}

function OrderCell({ row: { orderId, orderNumber, shopOrder } }: { row: NotificationRow }) {
  if (!orderId) return '—'
  return (
    <div className="min-w-0">
      <OrderLink
        orderId={orderId}
        className="inline-flex min-h-10 items-center font-mono text-accent underline-offset-2 hover:underline md:min-h-6"
      >
        {orderNumber ?? t('Order')}
      </OrderLink>
      <p className="text-xs wrap-anywhere text-muted empty:hidden">{shopOrder}</p>
    </div>
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

type NotificationLinkProps = { notificationId: string; children: ReactNode }

/** Opens the drawer of a message and keeps the filters in the URL. */
function NotificationLink({ notificationId, children }: NotificationLinkProps) {
  const [params] = useSearchParams()
  const { open } = useUrlDetail('message')
  const query = new URLSearchParams(params)
  query.set('message', notificationId)
  return (
    <Link
      href={`/notifications?${query}`}
      onClick={(event) => {
        event.preventDefault()
        open(notificationId)
      }}
      className="inline-flex min-h-10 items-center font-semibold text-accent underline-offset-2 hover:underline md:min-h-8"
    >
      {children}
    </Link>
  )
}

export function NoNotifications({ filter: { isSet, clear } }: { filter: NotificationFilterState }) {
  if (isSet) {
    return (
      <EmptyState icon={<SearchX />} action={<Button onClick={clear}>{t('Show all')}</Button>}>
        {t('No messages match these filters.')}
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={<BellRing />} action={<NotificationSettingsLink />}>
      <span className="mb-1 block font-semibold text-ink">{t('No messages yet')}</span>
      {t('All texts and emails to you and your customers appear here, including waiting, held and failed ones.')}
    </EmptyState>
  )
}

export function NotificationSettingsLink() {
  return (
    <Link href="/settings?tab=notifications" className={buttonVariants()}>
      {t('Notification settings')}
    </Link>
  )
}
