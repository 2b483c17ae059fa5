import { Link } from 'wouter'
import { buttonVariants } from '#web/ui/button-variants.ts'

export function SettingsLink() {
  return (
    <Link href="/settings?tab=notifications" className={buttonVariants()}>
      Notification settings
    </Link>
  )
}
