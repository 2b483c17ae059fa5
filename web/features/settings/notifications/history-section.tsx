import { Link } from 'wouter'
import { buttonVariants } from '#web/ui/button-variants.ts'
import { SettingsSection } from '../settings-section.tsx'

export function HistorySection() {
  return (
    <SettingsSection title="History" description="What was sent, what waits and what failed.">
      <Link href="/notifications" className={buttonVariants({ className: 'justify-self-start' })}>
        Open the history
      </Link>
    </SettingsSection>
  )
}
