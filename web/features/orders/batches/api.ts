import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '#contract/endpoint.ts'
import { t } from '#contract/i18n.ts'
import { orderBatchesApi } from '#contract/order-batches.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { call } from '#web/lib/api.ts'
import { toast } from '#web/ui/toast.ts'

const progressInterval = 1000

/** Polls until the batch has finished: its counts change too fast to publish each change as an event. */
export function useBatch(batchId: string) {
  return useQuery({
    queryKey: ['orders', 'batch', batchId],
    queryFn: ({ signal }) => call(orderBatchesApi.read, { batchId }, { signal }),
    refetchInterval: ({ state }) => (state.data && state.data.finishedAt === null ? progressInterval : false),
  })
}

export type ChosenOrders = InputOf<typeof orderBatchesApi.fees>

export const useFeeEstimate = (chosen: ChosenOrders) =>
  useQuery({
    queryKey: ['orders', 'batch-fees', chosen],
    queryFn: ({ signal }) => call(orderBatchesApi.fees, chosen, { signal }),
  })

export function useStartBatch() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: InputOf<typeof orderBatchesApi.start>) => call(orderBatchesApi.start, input),
    // No toast: the dialog that opens shows the progress.
    onSuccess: (batch) => queryClient.setQueryData(['orders', 'batch', batch.id], batch),
    onError: (error) => toastFailure(t('Failed to start'), error),
  })
}

export function useStopBatch() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (batchId: string) => call(orderBatchesApi.stop, { batchId }),
    onSuccess: (batch) => {
      queryClient.setQueryData(['orders', 'batch', batch.id], batch)
      toast({
        title: t('Stopped'),
        description: t('{finished} of {total, plural, one {# order} other {# orders}} were already processed', {
          finished: batch.counts.done + batch.counts.sending,
          total: batch.total,
        }),
      })
    },
    onError: (error) => toastFailure(t('Failed to stop'), error),
  })
}

function toastFailure(what: string, error: unknown) {
  toast({ variant: 'destructive', title: t('Error'), description: `${what}. ${errorMessage(error)}` })
}
