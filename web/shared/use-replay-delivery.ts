import { useMutation, useQueryClient } from '@tanstack/react-query'
import { channelDeliveriesApi, type DeliveryDetail } from '#contract/channel-deliveries.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { call } from '#web/lib/api.ts'
import { toast } from '#web/ui/toast-store.ts'

/** Of the one delivery that may be open. */
export const deliveryKey = (channelId: string, deliveryId: string) => ['channels', 'delivery', channelId, deliveryId]

export function useReplayDelivery() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: InputOf<typeof channelDeliveriesApi.replay>) => call(channelDeliveriesApi.replay, input),
    onSuccess: (replayed, { channelId, deliveryId }) => {
      queryClient.setQueryData<DeliveryDetail>(
        deliveryKey(channelId, deliveryId),
        (open) => open && { ...open, ...replayed },
      )
      toast({ title: 'Replay Started', description: 'The delivery is taken in again' })
      return Promise.all([
        queryClient.invalidateQueries({ queryKey: ['channels'] }),
        queryClient.invalidateQueries({ queryKey: ['attention'] }),
      ])
    },
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: 'Replay Failed',
        description: `Failed to replay the delivery. ${errorMessage(error)}`,
      }),
  })
}
