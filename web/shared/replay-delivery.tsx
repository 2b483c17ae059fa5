import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { channelDeliveriesApi } from '#contract/channel-deliveries.ts'
import { PermittedButton } from './permitted-button.tsx'
import { useReplayDelivery } from './use-replay-delivery.ts'

type ReplayDeliveryProps = {
  channelId: string
  deliveryId: string
  /** Such as "order.created of order 1042". */
  name: string
}

/** Has a delivery taken in again. An order that it made before is found again, so that it does no harm. */
export function ReplayDelivery({ channelId, deliveryId, name }: ReplayDeliveryProps) {
  const replay = useReplayDelivery()
  return (
    <PermittedButton
      access={channelDeliveriesApi.replay.access}
      task="replay deliveries"
      size="small"
      aria-label={`Replay ${name}`}
      isPending={replay.isPending}
      onClick={() => replay.mutate({ channelId, deliveryId })}
    >
      <RotateCcw aria-hidden />
      Replay
    </PermittedButton>
  )
}
