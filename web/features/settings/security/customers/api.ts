import { useQuery } from '@tanstack/react-query'
import { privacyApi } from '#contract/privacy.ts'
import { call } from '#web/lib/api.ts'
import { customersKey } from '#web/shared/privacy/api.ts'

/** Nothing is asked before somebody has searched, and no answer is kept once it is off the screen. */
export function useCustomers(search: string) {
  return useQuery({
    queryKey: [...customersKey, search],
    queryFn: ({ signal }) => call(privacyApi.find, { search }, { signal }),
    enabled: search !== '',
    gcTime: 0,
  })
}
