import { type NotificationDetail, notificationsApi } from '#contract/notifications.ts'
import { pathWithQuery } from '#web/lib/api.ts'
import { MailFrame } from '#web/shared/mail-frame.tsx'
import { SmsBubble } from '#web/shared/sms-bubble.tsx'

/** What was or will be said, as its reader sees it. */
export function MessageView({ notification }: { notification: NotificationDetail }) {
  const { id, method, subject, message } = notification
  if (message === null) {
    return <p className="text-muted">The words have been erased, as your company’s data retention asks.</p>
  }
  if (method === 'sms') return <SmsBubble text={message} />
  return (
    <>
      {subject && <p className="font-medium wrap-anywhere">{subject}</p>}
      <MailFrame title="The mail" src={pathWithQuery(notificationsApi.page, { notificationId: id })} />
      <details>
        <summary className="min-h-10 content-center text-sm text-muted">As plain text</summary>
        <p className="rounded-lg border bg-sunken p-4 wrap-anywhere whitespace-pre-wrap">{message}</p>
      </details>
    </>
  )
}
