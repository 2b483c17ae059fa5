import type { NotificationRow } from '#contract/notifications.ts'
import { RelativeTime } from '#web/shared/relative-time.tsx'

/** Why it was not sent, or until when it waits. */
export function StatusDetail({ notification }: { notification: NotificationRow }) {
  const { status, heldUntil, error } = notification
  if (status === 'held' && heldUntil) {
    return (
      <>
        Quiet hours: it goes out <RelativeTime moment={heldUntil} />
      </>
    )
  }
  return error
}
