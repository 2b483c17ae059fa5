import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { adminApi } from '#contract/admin.ts'
import { authApi } from '#contract/auth.ts'
import { t } from '#contract/i18n.ts'
import { maximumPageSize } from '#contract/paging.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { call, callPage } from '#web/lib/api.ts'
import { useCurrentUser, useSession } from '#web/lib/session.tsx'
import { toast } from '#web/ui/toast.ts'
import { flattenPages } from './paged-list.tsx'

type CompaniesQuery = { search: string; limit?: number; isEnabled?: boolean }

export function useCompanies({ search, limit = 50, isEnabled = true }: CompaniesQuery) {
  return useInfiniteQuery({
    queryKey: ['companies', { search, limit }],
    queryFn: ({ pageParam, signal }) => callPage(adminApi.companies, { search, limit, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    select: flattenPages,
    enabled: isEnabled,
  })
}

type CompanyName = { id: string; name: string }

/** Whether a company is the provider's own; null until that is known. Provider staff alone meet that company. */
export function useIsProviderCompany(company: CompanyName | null): boolean | null {
  const { isProviderStaff } = useCurrentUser()
  const isAsked = isProviderStaff && company !== null
  const companies = useCompanies({ search: company?.name ?? '', limit: maximumPageSize, isEnabled: isAsked })
  if (!isAsked) return false
  return companies.data?.rows.find(({ id }) => id === company.id)?.isProvider ?? null
}

/** Switches the session to another company; the shell then resets all queries. */
export function useSwitchCompany() {
  const { adopt } = useSession()
  return useMutation({
    mutationFn: (companyId: string) => call(authApi.switchCompany, { companyId }),
    onSuccess: (user) => {
      adopt(user)
      toast({
        title: t('Company Switched'),
        description: t('You’re now working in {companyName}', { companyName: user.companyName ?? '' }),
      })
    },
    onError: (error) => {
      toast({ variant: 'destructive', title: t('Switch Failed'), description: errorMessage(error) })
    },
  })
}
