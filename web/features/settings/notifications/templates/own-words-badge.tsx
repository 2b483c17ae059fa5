import Pencil from 'lucide-react/icons/pencil'
import { Badge } from '#web/ui/badge.tsx'

/** Whether a message says what the company wrote or what it came with. */
export function CustomTextBadge({ isOwn }: { isOwn: boolean }) {
  return isOwn ? (
    <Badge tone="info" icon={<Pencil aria-hidden />}>
      Your words
    </Badge>
  ) : (
    <Badge tone="neutral">Default</Badge>
  )
}
