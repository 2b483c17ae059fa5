import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useEffect, useRef } from 'react'
import { channelDeliveriesApi } from '#contract/channel-deliveries.ts'
import { allows } from '#contract/roles.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { LoadError } from '#web/shared/failed-to-load.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useDelivery } from './api.ts'
import { DeliveryContent } from './delivery-content.tsx'

type DeliveryDetailProps = {
  channelId: string
  deliveryId: string
  onBack: () => void
}

export function DeliveryDetailView({ onBack, ...asked }: DeliveryDetailProps) {
  const { role } = useCurrentUser()
  const back = useRef<HTMLButtonElement>(null)

  useEffect(() => back.current?.focus(), [])

  return (
    <div className="grid gap-4 p-4 pb-8">
      <Button ref={back} variant="quiet" size="small" className="-ml-2.5 justify-self-start" onClick={onBack}>
        <ArrowLeft aria-hidden />
        All deliveries
      </Button>
      {allows(channelDeliveriesApi.detail.access, role) ? (
        <LoadedDelivery {...asked} />
      ) : (
        <Alert tone="neutral">Your role is Read Only. Operations and Admin can see what a channel sent.</Alert>
      )}
    </div>
  )
}

function LoadedDelivery({ channelId, deliveryId }: Omit<DeliveryDetailProps, 'onBack'>) {
  const { data, error, isFetching, refetch } = useDelivery(channelId, deliveryId)
  if (error) {
    return <LoadError what="The delivery" error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
  }
  if (!data) return <Spinner />
  return <DeliveryContent delivery={data} channelId={channelId} />
}
