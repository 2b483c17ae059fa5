import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { auditApi, type AuditFilter } from '#contract/audit.ts'
import { t } from '#contract/i18n.ts'
import { privacyApi } from '#contract/privacy.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { call, callPage } from '#web/lib/api.ts'
import { flattenPages } from '#web/shared/paged-list.tsx'
import { customersKey } from '#web/shared/customer-privacy.tsx'
import { toast } from '#web/ui/toast.ts'

/** Live updates cover changes of settings only, not other new entries, so the log is refetched whenever it is shown. */
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

/** Visits have no live topic, so they are read again whenever they are shown. */
export function useProviderVisits() {
  return useInfiniteQuery({
    queryKey: ['settings', 'provider-visits'],
    queryFn: ({ pageParam, signal }) => callPage(auditApi.providerVisits, { cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    select: flattenPages,
    staleTime: 0,
  })
}

export function useVerifyLog() {
  return useMutation({
    mutationFn: () => call(auditApi.verify, {}),
    onError: (error) =>
      toast({ variant: 'destructive', title: t('Verification Failed'), description: errorMessage(error) }),
  })
}

/** Personal data: fetched only after a search and dropped from the cache as soon as it is off screen. */
export function useCustomers(search: string) {
  return useQuery({
    queryKey: [...customersKey, search],
    queryFn: ({ signal }) => call(privacyApi.find, { search }, { signal }),
    enabled: search !== '',
    gcTime: 0,
  })
}
