import type { NotificationRow } from '#contract/notifications.ts'
import { ComingTime } from '#web/shared/coming-time.tsx'

/** Why it was not sent, or until when it waits. */
export function StatusDetail({ notification }: { notification: NotificationRow }) {
  const { status, heldUntil, error } = notification
  if (status === 'held' && heldUntil) {
    return (
      <>
        Quiet hours: it goes out <ComingTime moment={heldUntil} />
      </>
    )
  }
  return error
}
