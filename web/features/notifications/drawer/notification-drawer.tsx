import { notificationTypeLabels } from '#contract/notification-values.ts'
import type { NotificationRow } from '#contract/notifications.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { LoadError } from '#web/shared/failed-to-load.tsx'
import { Button } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useNotification } from '../api.ts'
import { NotificationContent } from './notification-content.tsx'
import { ResendButton } from './resend-button.tsx'

type NotificationDrawerProps = {
  notificationId: string
  /** With the message that was made. */
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
      title={notification ? notificationTypeLabels[notification.type] : 'Message'}
      footer={notification && <ResendButton notification={notification} onResent={onResent} />}
    >
      <div className="grid gap-6 px-4 pb-8">
        {isUnknown && (
          <EmptyState action={<Button onClick={onClose}>Back to the history</Button>}>
            There is no such message in this company.
          </EmptyState>
        )}
        {error && !isUnknown && (
          <LoadError what="The message" error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
        )}
        {!notification && !error && <Spinner />}
        {notification && !isUnknown && <NotificationContent notification={notification} />}
      </div>
    </Drawer>
  )
}
