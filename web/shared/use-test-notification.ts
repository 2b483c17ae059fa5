import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { NotificationMethod } from '#contract/notification-values.ts'
import { testNotification } from '#contract/test-notification.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { call } from '#web/lib/api.ts'
import { toast } from '#web/ui/toast-store.ts'

export function useTestNotification() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (method: NotificationMethod) => call(testNotification, { type: 'order_placed', method }),
    onSuccess: () => {
      toast({ title: 'Test Sent', description: 'Test notification has been queued' })
      return queryClient.invalidateQueries({ queryKey: ['notifications'] })
    },
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: 'Test Failed',
        description: `Failed to send test notification. ${errorMessage(error)}`,
      }),
  })
}
