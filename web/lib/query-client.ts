import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

const fiveMinutes = 5 * 60 * 1000

/**
 * Offline, a call fails at once instead of being queued: a queued change would look slow and be made when nobody
 * expects it.
 */
const networkMode = 'always'

/** Queries never go stale by time: live events invalidate them (`live-events.ts`). A 401 of any call ends the session. */
export function createQueryClient({ onSignedOut }: { onSignedOut: () => void }): QueryClient {
  const onError = (error: unknown) => {
    if (error instanceof ApiError && error.status === 401) onSignedOut()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: Infinity,
        gcTime: fiveMinutes,
        retry: false,
        refetchInterval: false,
        refetchOnWindowFocus: false,
        networkMode,
      },
      mutations: { retry: false, networkMode },
    },
  })
}
