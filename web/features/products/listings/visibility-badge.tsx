import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { Badge } from '#web/ui/badge.tsx'

export function VisibilityBadge({ isVisible }: { isVisible: boolean }) {
  return isVisible ? (
    <Badge tone="info" icon={<Eye aria-hidden />}>
      Visible
    </Badge>
  ) : (
    <Badge tone="neutral" icon={<EyeOff aria-hidden />}>
      Hidden
    </Badge>
  )
}
