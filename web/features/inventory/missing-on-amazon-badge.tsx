import { Badge } from '#web/ui/badge.tsx'

export function MissingOnAmazonBadge() {
  return <Badge tone="warning">Missing on Amazon</Badge>
}
