import { useQuery } from '@tanstack/react-query'
import { channelsApi } from '#contract/channels.ts'
import { maximumPageSize } from '#contract/paging.ts'
import { call } from '#web/lib/api.ts'

/** Every channel by its name; far more than any company has fit into one page. */
export function useChannelChoices() {
  const { data = [] } = useQuery({
    queryKey: ['channels', 'choices'],
    queryFn: ({ signal }) => call(channelsApi.list, { limit: maximumPageSize }, { signal }),
    select: (channels) => channels.map(({ id, name }) => ({ value: id, label: name })),
  })
  return data
}
