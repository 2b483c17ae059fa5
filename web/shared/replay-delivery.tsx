import { useMutation, useQueryClient } from '@tanstack/react-query'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { channelDeliveriesApi, type DeliveryDetail } from '#contract/channel-deliveries.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { t } from '#contract/i18n.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { call } from '#web/lib/api.ts'
import { toast } from '#web/ui/toast.ts'
import { PermittedButton } from './permitted-button.tsx'

type ReplayDeliveryProps = {
  channelId: string
  deliveryId: string
  /** Such as "order.created of order 1042". */
  name: string
}

/** Processes a delivery again. Idempotent: an order that it created before is found and not duplicated. */
export function ReplayDelivery({ channelId, deliveryId, name }: ReplayDeliveryProps) {
  const replay = useReplayDelivery()
  return (
    <PermittedButton
      access={channelDeliveriesApi.replay.access}
      task={t('replay deliveries')}
      size="small"
      aria-label={t('Replay {name}', { name })}
      isPending={replay.isPending}
      onClick={() => replay.mutate({ channelId, deliveryId })}
    >
      <RotateCcw aria-hidden />
      {t('Replay')}
    </PermittedButton>
  )
}

/** Query key of the delivery shown in the drawer. */
export const deliveryKey = (channelId: string, deliveryId: string) => ['channels', 'delivery', channelId, deliveryId]

function useReplayDelivery() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: InputOf<typeof channelDeliveriesApi.replay>) => call(channelDeliveriesApi.replay, input),
    onSuccess: (replayed, { channelId, deliveryId }) => {
      queryClient.setQueryData<DeliveryDetail>(
        deliveryKey(channelId, deliveryId),
        (open) => open && { ...open, ...replayed },
      )
      toast({ title: t('Replay Started'), description: t('The delivery is being processed again') })
      return Promise.all([
        queryClient.invalidateQueries({ queryKey: ['channels'] }),
        queryClient.invalidateQueries({ queryKey: ['attention'] }),
      ])
    },
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: t('Replay Failed'),
        description: t('Failed to replay the delivery. {error}', { error: errorMessage(error) }),
      }),
  })
}
