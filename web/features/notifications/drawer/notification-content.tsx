import { notificationAudienceLabels } from '#contract/notification-values.ts'
import type { NotificationDetail } from '#contract/notifications.ts'
import { DrawerSection } from '#web/shared/drawer-section.tsx'
import { EmailAddress } from '#web/shared/email-address.tsx'
import { Fact } from '#web/shared/fact.tsx'
import { MethodBadge } from '#web/shared/method-badge.tsx'
import { OrderLink } from '#web/shared/order-link.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { NotificationStatusBadge } from '../notification-status-badge.tsx'
import { StatusDetail } from '../status-detail.tsx'
import { MessageView } from './message-view.tsx'

export function NotificationContent({ notification }: { notification: NotificationDetail }) {
  const { status, method, audience, recipient, orderId, orderNumber, isTest, createdAt, sentAt } = notification
  return (
    <>
      <p className="flex flex-wrap gap-1.5">
        <NotificationStatusBadge status={status} />
        <MethodBadge method={method} />
        {isTest && <Badge tone="neutral">Test</Badge>}
      </p>
      <StatusAlert notification={notification} />
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-4">
        <Fact label="To">
          {notificationAudienceLabels[audience]}
          <span className="block text-sm text-muted">{recipient ? <EmailAddress email={recipient} /> : 'Erased'}</span>
        </Fact>
        <Fact label="Order">
          {orderId ? (
            <OrderLink
              orderId={orderId}
              className="inline-flex min-h-10 items-center font-mono text-accent underline-offset-2 hover:underline md:min-h-6"
            >
              {orderNumber ?? 'Order'}
            </OrderLink>
          ) : (
            '—'
          )}
        </Fact>
        <Fact label="Written">
          <RelativeTime moment={createdAt} />
        </Fact>
        <Fact label="Sent">{sentAt ? <RelativeTime moment={sentAt} /> : 'Not sent'}</Fact>
      </dl>
      <DrawerSection title="Message">
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
