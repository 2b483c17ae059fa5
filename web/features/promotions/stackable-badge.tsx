import Layers from 'lucide-react/icons/layers'
import { Badge } from '#web/ui/badge.tsx'

export function StackableBadge() {
  return (
    <Badge tone="neutral" icon={<Layers aria-hidden />}>
      Stackable
    </Badge>
  )
}
