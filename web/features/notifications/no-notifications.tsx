import BellRing from 'lucide-react/icons/bell-ring'
import SearchX from 'lucide-react/icons/search-x'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { NotificationSettingsLink } from './settings-link.tsx'
import type { NotificationFilterState } from './use-notification-filter.ts'

export function NoNotifications({ filter: { isSet, clear } }: { filter: NotificationFilterState }) {
  if (isSet) {
    return (
      <EmptyState icon={<SearchX />} action={<Button onClick={clear}>Show all</Button>}>
        No message matches these filters.
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={<BellRing />} action={<NotificationSettingsLink />}>
      <span className="mb-1 block font-semibold text-ink">No messages yet</span>
      Each text and mail to your customers and to you appears here, also one that waits, was held or failed.
    </EmptyState>
  )
}
