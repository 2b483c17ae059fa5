import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { channelDeliveriesApi } from '#contract/channel-deliveries.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { sentenceOf } from '#web/lib/api-error.ts'
import { call, callPage } from '#web/lib/api.ts'
import { flattenPages } from '#web/shared/flatten-pages.ts'
import { toast } from '#web/ui/toast-store.ts'

export function useSentMessages(channelId: string) {
  return useInfiniteQuery({
    queryKey: ['channels', 'sent', channelId],
    queryFn: ({ pageParam, signal }) =>
      callPage(channelDeliveriesApi.sent, { channelId, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    select: flattenPages,
  })
}

export function useResendMessage() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: InputOf<typeof channelDeliveriesApi.resend>) => call(channelDeliveriesApi.resend, input),
    onSuccess: () => {
      toast({ title: 'Resend Started', description: 'The message is sent again' })
      return queryClient.invalidateQueries({ queryKey: ['channels'] })
    },
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: 'Resend Failed',
        description: `Failed to send the message again. ${sentenceOf(error)}`,
      }),
  })
}
