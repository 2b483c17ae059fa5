import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { channelConnectApi } from '#contract/channel-connect.ts'
import { channelsApi } from '#contract/channels.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { t } from '#contract/i18n.ts'
import { settingsApi } from '#contract/settings.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { call } from '#web/lib/api.ts'
import { toast } from '#web/ui/toast.ts'

/** The inputs contain credentials, so the cache drops them with the form. */
const forgotten = { gcTime: 0 } as const

export function useConnectWoocommerce() {
  const refetch = useRefetch()
  return useMutation({
    ...forgotten,
    mutationFn: (input: InputOf<typeof channelConnectApi.connectWoocommerce>) =>
      call(channelConnectApi.connectWoocommerce, input),
    onSuccess: () => void refetch(),
  })
}

export function useConnectShopify() {
  const refetch = useRefetch()
  return useMutation({
    ...forgotten,
    mutationFn: (input: InputOf<typeof channelConnectApi.connectShopify>) =>
      call(channelConnectApi.connectShopify, input),
    onSuccess: () => void refetch(),
  })
}

/** Leaves for the shop's consent page, which comes back to `/channels?connect=…`. */
export function useBeginConsent() {
  return useMutation({
    mutationFn: (input: InputOf<typeof channelConnectApi.beginConsent>) => call(channelConnectApi.beginConsent, input),
    onSuccess: ({ url }) => {
      window.open(url, '_self')
    },
  })
}

/** Milliseconds. */
const pollInterval = 2_000

/** The shop's server sends its key while the browser comes back, so the attempt is read until it has ended. */
export function useConnectAttempt(attemptId: string) {
  return useQuery({
    queryKey: ['connect-attempts', attemptId],
    queryFn: ({ signal }) => call(channelConnectApi.attempt, { attemptId }, { signal }),
    refetchInterval: ({ state }) => (state.data && state.data.status !== 'waiting' ? false : pollInterval),
    staleTime: 0,
  })
}

/** Each read asks the shop itself, so changes of channels don't refetch it. */
export function useConnectedShop(channelId: string) {
  return useQuery({
    queryKey: ['connected-shops', channelId],
    queryFn: ({ signal }) => call(channelConnectApi.shop, { channelId }, { signal }),
    staleTime: 60_000,
  })
}

/** The currency of our prices. */
export function useCompanyCurrency() {
  return useQuery({
    queryKey: ['settings', 'company'],
    queryFn: ({ signal }) => call(settingsApi.read, {}, { signal }),
    select: ({ system }) => system.currency,
  })
}

/** Saves the location that was chosen at the first look. */
export function useChooseLocation(channelId: string) {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: (locationId: string) => call(channelsApi.update, { channelId, locationId }),
    onSuccess: () => refetch(),
  })
}

export function useStartChannel(name: string) {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: (input: InputOf<typeof channelConnectApi.start>) => call(channelConnectApi.start, input),
    onSuccess: ({ skus }) => {
      toast({
        title: t('Channel Started'),
        description: t('Stock for {skus, plural, one {# SKU} other {# SKUs}} is being sent to {name}', {
          skus,
          name,
        }),
      })
      return refetch()
    },
  })
}

export function useDisconnectChannel(name: string) {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: (channelId: string) => call(channelConnectApi.disconnect, { channelId }),
    onSuccess: ({ problem }) => {
      toast({
        title: t('Shop Disconnected'),
        description: problem
          ? t('{name} is disconnected. {problem}', { name, problem })
          : t('{name} is disconnected', { name }),
      })
      return refetch()
    },
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: t('Error'),
        description: t('Failed to disconnect {name}. {error}', { name, error: errorMessage(error) }),
      }),
  })
}

function useRefetch() {
  const queryClient = useQueryClient()
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ['channels'] }),
      queryClient.invalidateQueries({ queryKey: ['connected-shops'] }),
    ])
}
