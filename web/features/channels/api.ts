import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { channelsApi } from '#contract/channels.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { t } from '#contract/i18n.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { call, callPage } from '#web/lib/api.ts'
import { flattenPages } from '#web/shared/paged-list.tsx'
import { toast } from '#web/ui/toast.ts'

export function useChannels() {
  return useInfiniteQuery({
    queryKey: ['channels', 'list'],
    queryFn: ({ pageParam, signal }) => callPage(channelsApi.list, { cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    select: flattenPages,
  })
}

export function useChannel(channelId: string) {
  return useQuery({
    queryKey: ['channels', 'detail', channelId],
    queryFn: ({ signal }) => call(channelsApi.detail, { channelId }, { signal }),
  })
}

export function useCreateChannel() {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: (channel: InputOf<typeof channelsApi.create>) => call(channelsApi.create, channel),
    // The reply contains secrets, so the cache drops it with the form.
    gcTime: 0,
    onSuccess: () => {
      toast({ title: t('Channel Created'), description: t('Channel has been created successfully') })
      void refetch()
    },
    onError: (error) => toastFailure(t('Error'), t('Failed to create channel'), error),
  })
}

export function useUpdateChannel() {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: (change: InputOf<typeof channelsApi.update>) => call(channelsApi.update, change),
    gcTime: 0,
    onSuccess: ({ name }) => {
      toast({ title: t('Channel Updated'), description: t('Settings for {name} have been saved', { name }) })
      return refetch()
    },
    onError: (error) => toastFailure(t('Error'), t('Failed to update channel'), error),
  })
}

export function useRevealSecret(channelId: string) {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: (secret: InputOf<typeof channelsApi.reveal>['secret']) =>
      call(channelsApi.reveal, { channelId, secret }),
    gcTime: 0,
    // The first reveal creates the signing secret or the feed key, and with it the mask in the channel's detail.
    onSuccess: (_, secret) => (secret === 'signingSecret' || secret === 'feedKey' ? refetch() : undefined),
    onError: (error) => toastFailure(t('Not Revealed'), t('Failed to show the secret'), error),
  })
}

/** Resolves once the detail with the mask of the new secret is refetched. */
export function useReplaceSecret() {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: (input: InputOf<typeof channelsApi.rotate>) => call(channelsApi.rotate, input),
    gcTime: 0,
    onSuccess: () => refetch(),
  })
}

export function useTestChannel(channelId: string) {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: () => call(channelsApi.test, { channelId }),
    onSettled: () => refetch(),
  })
}

export function useSyncCatalog() {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: (channelId: string) => call(channelsApi.syncCatalog, { channelId }),
    onSuccess: () => {
      toast({ title: t('Sync Started'), description: t('Catalog sync has been initiated') })
      return refetch()
    },
    onError: (error) => toastFailure(t('Sync Failed'), t('Failed to start catalog sync'), error),
  })
}

function useRefetch() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: ['channels'] })
}

function toastFailure(title: string, what: string, error: unknown) {
  toast({ variant: 'destructive', title, description: `${what}. ${errorMessage(error)}` })
}
