import Ban from 'lucide-react/icons/ban'
import Hourglass from 'lucide-react/icons/hourglass'
import MoonStar from 'lucide-react/icons/moon-star'
import Send from 'lucide-react/icons/send'
import type { ReactNode } from 'react'
import { t } from '#contract/i18n.ts'
import {
  notificationAudienceLabels,
  type NotificationStatus,
  notificationStatusLabels,
  notificationTypeLabels,
} from '#contract/notification-values.ts'
import { type NotificationDetail, type NotificationRow, notificationsApi } from '#contract/notifications.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { pathWithQuery } from '#web/lib/api.ts'
import { ComingTime, RelativeTime } from '#web/shared/relative-time.tsx'
import { DrawerSection, Fact } from '#web/shared/drawer-section.tsx'
import { EmailAddress } from '#web/shared/people.tsx'
import { LoadError } from '#web/shared/query-content.tsx'
import { MailFrame, MethodBadge, SmsBubble } from '#web/shared/notifications.tsx'
import { OrderLink } from '#web/shared/orders/order-link.tsx'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { rich } from '#web/shared/rich.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Badge, type Tone } from '#web/ui/badge.tsx'
import { BlockedButton } from '#web/ui/blocked-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Spinner } from '#web/ui/loading.tsx'
import { useNotification, useResend } from './api.ts'

type NotificationDrawerProps = {
  notificationId: string
  /** Called with the new message. */
  onResent: (resent: NotificationRow) => void
  onClose: () => void
}

export function NotificationDrawer({ notificationId, onResent, onClose }: NotificationDrawerProps) {
  const { data: notification, error, isFetching, refetch } = useNotification(notificationId)
  const isUnknown = error instanceof ApiError && error.status === 404

  return (
    <Drawer
      open
      onOpenChange={onClose}
      side="right"
      size="wide"
      title={notification ? notificationTypeLabels[notification.type] : t('Message')}
      footer={notification && <ResendButton notification={notification} onResent={onResent} />}
    >
      <div className="grid gap-6 px-4 pb-8">
        {isUnknown && (
          <EmptyState action={<Button onClick={onClose}>{t('Back to history')}</Button>}>
            {t('This message isn’t in your company.')}
          </EmptyState>
        )}
        {error && !isUnknown && (
          <LoadError what={t('The message')} error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
        )}
        {!notification && !error && <Spinner />}
        {notification && !isUnknown && <NotificationContent notification={notification} />}
      </div>
    </Drawer>
  )
}

function NotificationContent({ notification }: { notification: NotificationDetail }) {
  const { status, method, audience, recipient, orderId, orderNumber, shopOrder, isTest, createdAt, sentAt } =
    notification
  return (
    <>
      <p className="flex flex-wrap gap-1.5">
        <NotificationStatusBadge status={status} />
        <MethodBadge method={method} />
        {isTest && <Badge tone="neutral">{t('Test')}</Badge>}
      </p>
      <StatusAlert notification={notification} />
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-4">
        <Fact label={t('To')}>
          {notificationAudienceLabels[audience]}
          <span className="block text-sm text-muted">
            {recipient ? <EmailAddress email={recipient} /> : t('Erased')}
          </span>
        </Fact>
        <Fact label={t('Order')}>
          {orderId ? (
            <>
              <OrderLink
                orderId={orderId}
                className="inline-flex min-h-10 items-center font-mono text-accent underline-offset-2 hover:underline md:min-h-6"
              >
                {orderNumber ?? t('Order')}
              </OrderLink>
              <span className="block text-xs wrap-anywhere text-muted empty:hidden">{shopOrder}</span>
            </>
          ) : (
            '—'
          )}
        </Fact>
        <Fact label={t('Created')}>
          <RelativeTime moment={createdAt} />
        </Fact>
        <Fact label={t('Sent')}>{sentAt ? <RelativeTime moment={sentAt} /> : t('Not sent')}</Fact>
      </dl>
      <DrawerSection title={t('Message')}>
        <MessageView notification={notification} />
      </DrawerSection>
    </>
  )
}

function StatusAlert({ notification }: { notification: NotificationDetail }) {
  const { status, heldUntil, error } = notification
  if (!error && !(status === 'held' && heldUntil)) return null
  return (
    <Alert tone={status === 'failed' ? 'danger' : 'info'}>
      <StatusDetail notification={notification} />
    </Alert>
  )
}

/** The message as its recipient sees it. */
function MessageView({ notification }: { notification: NotificationDetail }) {
  const { id, method, subject, message } = notification
  if (message === null) {
    return <p className="text-muted">{t('The text was erased under your company’s data retention settings.')}</p>
  }
  if (method === 'sms') return <SmsBubble text={message} />
  return (
    <>
      {subject && <p className="font-medium wrap-anywhere">{subject}</p>}
      <MailFrame title={t('The email')} src={pathWithQuery(notificationsApi.page, { notificationId: id })} />
      <details>
        <summary className="min-h-10 content-center text-sm text-muted">{t('As plain text')}</summary>
        <p className="rounded-lg border bg-sunken p-4 wrap-anywhere whitespace-pre-wrap">{message}</p>
      </details>
    </>
  )
}

type ResendButtonProps = { notification: NotificationRow; onResent: (resent: NotificationRow) => void }

function ResendButton({ notification: { id, resendObstacle }, onResent }: ResendButtonProps) {
  const resend = useResend()
  const content = (
    <>
      <Send aria-hidden />
      {t('Resend')}
    </>
  )
  if (resendObstacle) return <BlockedButton reason={resendObstacle}>{content}</BlockedButton>
  return (
    <PermittedButton
      access={notificationsApi.resend.access}
      task={t('resend messages')}
      isPending={resend.isPending}
      onClick={() => resend.mutate(id, { onSuccess: onResent })}
    >
      {content}
    </PermittedButton>
  )
}

const statusBadges: Record<NotificationStatus, { tone: Tone; icon?: ReactNode }> = {
  pending: { tone: 'info', icon: <Hourglass aria-hidden /> },
  held: { tone: 'warning', icon: <MoonStar aria-hidden /> },
  sent: { tone: 'success' },
  failed: { tone: 'danger' },
  skipped: { tone: 'neutral', icon: <Ban aria-hidden /> },
}

export function NotificationStatusBadge({ status }: { status: NotificationStatus }) {
  return <Badge {...statusBadges[status]}>{notificationStatusLabels[status]}</Badge>
}

/** Why a message was not sent, or until when it is held. */
export function StatusDetail({ notification }: { notification: NotificationRow }) {
  const { status, heldUntil, error } = notification
  if (status === 'held' && heldUntil) {
    return rich(t('Quiet hours: will be sent {when}'), { when: <ComingTime moment={heldUntil} /> })
  }
  return error
}
