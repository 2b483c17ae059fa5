import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'wouter'
import { useUrlDetail } from '#web/shared/use-url-detail.ts'

type NotificationLinkProps = { notificationId: string; children: ReactNode }

/** Leads into the drawer of a message, beside the history as it stands. */
export function NotificationLink({ notificationId, children }: NotificationLinkProps) {
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
