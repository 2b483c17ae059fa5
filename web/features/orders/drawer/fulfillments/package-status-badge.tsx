import Hourglass from 'lucide-react/icons/hourglass'
import PackageCheck from 'lucide-react/icons/package-check'
import Truck from 'lucide-react/icons/truck'
import type { Package } from '#contract/fulfillment.ts'
import { Badge } from '#web/ui/badge.tsx'
import { carrierStatusLabel } from './carrier-words.ts'

export function PackageStatusBadge({ parcel: { carrierStatus, shippedAt, deliveredAt } }: { parcel: Package }) {
  if (deliveredAt) {
    return (
      <Badge tone="success" icon={<PackageCheck aria-hidden />}>
        Delivered
      </Badge>
    )
  }
  if (!shippedAt) {
    return (
      <Badge tone="neutral" icon={<Hourglass aria-hidden />}>
        Not shipped yet
      </Badge>
    )
  }
  return (
    <Badge tone="info" icon={<Truck aria-hidden />}>
      {carrierStatus ? carrierStatusLabel(carrierStatus) : 'On its way'}
    </Badge>
  )
}
