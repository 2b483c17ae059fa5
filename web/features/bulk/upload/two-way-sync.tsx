import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import { BlockedButton } from '#web/ui/blocked-button.tsx'

export function TwoWaySync() {
  return (
    <BlockedButton reason="No Amazon account is connected.">
      <ArrowLeftRight aria-hidden />
      Force Two-Way Sync Now
    </BlockedButton>
  )
}
