import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '#contract/endpoint.ts'
import { orderBatchesApi } from '#contract/order-batches.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { call } from '#web/lib/api.ts'
import { formatCount, formatNumber } from '#web/lib/format-number.ts'
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

export function useStartBatch() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: InputOf<typeof orderBatchesApi.start>) => call(orderBatchesApi.start, input),
    // No toast: the dialog that opens shows the progress.
    onSuccess: (batch) => queryClient.setQueryData(['orders', 'batch', batch.id], batch),
    onError: (error) => toastFailure('Failed to start', error),
  })
}

export function useStopBatch() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (batchId: string) => call(orderBatchesApi.stop, { batchId }),
    onSuccess: (batch) => {
      queryClient.setQueryData(['orders', 'batch', batch.id], batch)
      toast({
        title: 'Stopped',
        description: `${formatNumber(batch.counts.done + batch.counts.sending)} of ${formatCount(batch.total, 'order')} had been seen to`,
      })
    },
    onError: (error) => toastFailure('Failed to stop', error),
  })
}

function toastFailure(what: string, error: unknown) {
  toast({ variant: 'destructive', title: 'Error', description: `${what}. ${errorMessage(error)}` })
}
