import Mail from 'lucide-react/icons/mail'
import MessageSquare from 'lucide-react/icons/message-square'
import { type NotificationMethod, notificationMethodLabels } from '#contract/notification-values.ts'
import { Badge } from '#web/ui/badge.tsx'

const icons: Record<NotificationMethod, typeof Mail> = { sms: MessageSquare, email: Mail }

/** By which way a message goes. */
export function MethodBadge({ method }: { method: NotificationMethod }) {
  const Icon = icons[method]
  return (
    <Badge tone="neutral" icon={<Icon aria-hidden />}>
      {notificationMethodLabels[method]}
    </Badge>
  )
}
