import { Link } from 'wouter'
import { buttonVariants } from '#web/ui/button-variants.ts'

export function NotificationSettingsLink() {
  return (
    <Link href="/settings?tab=notifications" className={buttonVariants()}>
      Notification settings
    </Link>
  )
}
