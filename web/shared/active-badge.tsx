import { Badge } from '#web/ui/badge.tsx'

export function ActiveBadge({ isActive }: { isActive: boolean }) {
  return isActive ? <Badge tone="success">Active</Badge> : <Badge tone="neutral">Inactive</Badge>
}
