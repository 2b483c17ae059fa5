import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { fulfillmentApi } from '#contract/fulfillment.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { call } from '#web/lib/api.ts'
import { toast } from '#web/ui/toast-store.ts'

const settingsKey = ['orders', 'fulfillment-settings']

export function useFulfillmentSettings() {
  return useQuery({
    queryKey: settingsKey,
    queryFn: ({ signal }) => call(fulfillmentApi.settings, {}, { signal }),
  })
}

export function useUpdateAutoResend() {
  const queryClient = useQueryClient()
  return useMutation({
    // One after the other: the last one pressed is the one that counts.
    scope: { id: 'heal-stuck-orders' },
    mutationFn: (healStuckOrders: boolean) => call(fulfillmentApi.updateSettings, { healStuckOrders }),
    onSuccess: (settings) => {
      queryClient.setQueryData(settingsKey, settings)
      toast(
        settings.healStuckOrders
          ? { title: 'Switched On', description: 'Stuck orders are cancelled and resubmitted without asking' }
          : { title: 'Switched Off', description: 'Stuck orders wait here for somebody to resubmit them' },
      )
    },
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: 'Error',
        description: `Failed to change what happens to stuck orders. ${errorMessage(error)}`,
      }),
  })
}
