import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { auditApi, type AuditFilter } from '#contract/audit.ts'
import { privacyApi } from '#contract/privacy.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { call, callPage } from '#web/lib/api.ts'
import { flattenPages } from '#web/shared/paged-list.tsx'
import { customersKey } from '#web/shared/customer-privacy.tsx'
import { toast } from '#web/ui/toast.ts'

/** Of new entries only a change of the settings is told, so it is asked anew whenever the log comes on screen. */
export function useAuditLog(filter: AuditFilter) {
  return useInfiniteQuery({
    queryKey: ['settings', 'audit', filter],
    queryFn: ({ pageParam, signal }) => callPage(auditApi.list, { ...filter, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    select: flattenPages,
    staleTime: 0,
  })
}

export function useVerifyLog() {
  return useMutation({
    mutationFn: () => call(auditApi.verify, {}),
    onError: (error) => toast({ variant: 'destructive', title: 'Not Verified', description: errorMessage(error) }),
  })
}

/** Nothing is asked before somebody has searched, and no answer is kept once it is off the screen. */
export function useCustomers(search: string) {
  return useQuery({
    queryKey: [...customersKey, search],
    queryFn: ({ signal }) => call(privacyApi.find, { search }, { signal }),
    enabled: search !== '',
    gcTime: 0,
  })
}
