import LoaderCircle from 'lucide-react/icons/loader-circle'
import PackageOpen from 'lucide-react/icons/package-open'
import Pause from 'lucide-react/icons/pause'
import type { OrderRow } from '#contract/orders.ts'
import { Badge } from '#web/ui/badge.tsx'

type OrderFlagsProps = { order: Pick<OrderRow, 'isHeld' | 'needsAttention' | 'isPartial' | 'transit'> }

/** What is so beside the status. */
export function OrderFlags({ order: { isHeld, needsAttention, isPartial, transit } }: OrderFlagsProps) {
  const spinning = <LoaderCircle aria-hidden className="animate-spin" />
  return (
    <>
      {transit === 'sending' && (
        <Badge tone="info" icon={spinning}>
          Sending…
        </Badge>
      )}
      {transit === 'cancelling' && (
        <Badge tone="warning" icon={spinning}>
          Cancelling…
        </Badge>
      )}
      {transit === 'resending' && (
        <Badge tone="warning" icon={spinning}>
          Resubmitting…
        </Badge>
      )}
      {needsAttention && <Badge tone="warning">Needs attention</Badge>}
      {isHeld && (
        <Badge tone="warning" icon={<Pause aria-hidden />}>
          On hold
        </Badge>
      )}
      {isPartial && (
        <Badge tone="neutral" icon={<PackageOpen aria-hidden />}>
          Partial
        </Badge>
      )}
    </>
  )
}
