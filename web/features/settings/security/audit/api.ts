import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { auditApi, type AuditFilter } from '#contract/audit.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { call, callPage } from '#web/lib/api.ts'
import { flattenPages } from '#web/shared/flatten-pages.ts'
import { toast } from '#web/ui/toast-store.ts'

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
