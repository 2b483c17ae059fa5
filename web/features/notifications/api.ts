import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { t } from '#contract/i18n.ts'
import { type NotificationFilter, type NotificationRow, notificationsApi } from '#contract/notifications.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { call, callPage } from '#web/lib/api.ts'
import { flattenPages } from '#web/shared/paged-list.tsx'
import { toast } from '#web/ui/toast.ts'

export function useNotifications(filter: NotificationFilter) {
  return useInfiniteQuery({
    queryKey: ['notifications', 'list', filter],
    queryFn: ({ pageParam, signal }) => callPage(notificationsApi.list, { ...filter, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    select: flattenPages,
  })
}

/**
 * Each read is recorded in the audit log, so only a message that is still waiting is refetched. The answer holds personal
 * data and is dropped from the cache as soon as it is off screen.
 */
export function useNotification(notificationId: string) {
  return useQuery({
    queryKey: ['notifications', 'detail', notificationId],
    queryFn: ({ signal }) => call(notificationsApi.detail, { notificationId }, { signal }),
    gcTime: 0,
    staleTime: ({ state: { data } }) => (!data || isWaiting(data) ? Infinity : 'static'),
  })
}

const isWaiting = ({ status }: NotificationRow) => status === 'pending' || status === 'held'

export function useResend() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (notificationId: string) => call(notificationsApi.resend, { notificationId }),
    onSuccess: () => {
      toast({ title: t('Message Queued'), description: t('It will be sent again as a new message') })
      return queryClient.invalidateQueries({ queryKey: ['notifications'] })
    },
    onError: (error) => toast({ variant: 'destructive', title: t('Not Resent'), description: errorMessage(error) }),
  })
}
