import Plug from 'lucide-react/icons/plug'
import Unplug from 'lucide-react/icons/unplug'
import { Badge } from '#web/ui/badge.tsx'

export function ConnectionBadge({ isActive }: { isActive: boolean }) {
  return isActive ? (
    <Badge tone="success" icon={<Plug aria-hidden />}>
      Connected
    </Badge>
  ) : (
    <Badge tone="neutral" icon={<Unplug aria-hidden />}>
      Disconnected
    </Badge>
  )
}
