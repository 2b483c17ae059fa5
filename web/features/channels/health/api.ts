import { useQuery } from '@tanstack/react-query'
import { channelConnectApi } from '#contract/channel-connect.ts'
import { call } from '#web/lib/api.ts'

/** Milliseconds: silence publishes no event. */
const refetchInterval = 60_000

export function useChannelHealth(channelId: string, { isEnabled = true } = {}) {
  return useQuery({
    queryKey: ['channels', 'health', channelId],
    queryFn: ({ signal }) => call(channelConnectApi.health, { channelId }, { signal }),
    refetchInterval,
    enabled: isEnabled,
  })
}
