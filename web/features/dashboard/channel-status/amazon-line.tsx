import Plug from 'lucide-react/icons/plug'
import Truck from 'lucide-react/icons/truck'
import Unplug from 'lucide-react/icons/unplug'
import type { ReactNode } from 'react'
import type { FulfillmentHealth, FulfillmentHealthState } from '#contract/dashboard.ts'
import { formatCount } from '#web/lib/figures.ts'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { StatusLine } from './status-line.tsx'

type HealthView = { badge: ReactNode; href: string }

const healthViews: Record<FulfillmentHealthState, HealthView> = {
  healthy: {
    badge: (
      <Badge tone="success" icon={<Plug aria-hidden />}>
        Connected
      </Badge>
    ),
    href: '/amazon',
  },
  slow: { badge: <Badge tone="warning">Slow</Badge>, href: '/amazon' },
  troubled: { badge: <Badge tone="danger">In Trouble</Badge>, href: '/amazon' },
  not_connected: {
    badge: (
      <Badge tone="neutral" icon={<Unplug aria-hidden />}>
        Not Connected
      </Badge>
    ),
    href: '/amazon-connection',
  },
}

export function AmazonLine({ health }: { health: FulfillmentHealth }) {
  const { state, detail, lastAnswerAt, waiting } = health
  return (
    <StatusLine icon={<Truck />} name="Amazon MCF" {...healthViews[state]}>
      {state === 'healthy' && lastAnswerAt ? (
        <>
          Last answer <RelativeTime moment={lastAnswerAt} />
        </>
      ) : (
        detail
      )}
      {waiting > 0 && ` · ${formatCount(waiting, 'order')} without an answer`}
    </StatusLine>
  )
}
