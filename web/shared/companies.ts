import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { adminApi } from '#contract/admin.ts'
import { authApi } from '#contract/auth.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { call, callPage } from '#web/lib/api.ts'
import { useSession } from '#web/lib/session.tsx'
import { toast } from '#web/ui/toast.ts'
import { flattenPages } from './paged-list.tsx'

type CompaniesQuery = { search: string; limit?: number }

export function useCompanies({ search, limit = 50 }: CompaniesQuery) {
  return useInfiniteQuery({
    queryKey: ['companies', { search, limit }],
    queryFn: ({ pageParam, signal }) => callPage(adminApi.companies, { search, limit, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    select: flattenPages,
  })
}

/** Switches the session to another company; the shell then resets all queries. */
export function useSwitchCompany() {
  const { adopt } = useSession()
  return useMutation({
    mutationFn: (companyId: string) => call(authApi.switchCompany, { companyId }),
    onSuccess: (user) => {
      adopt(user)
      toast({ title: 'Company Switched', description: `You now work in ${user.companyName}` })
    },
    onError: (error) => {
      toast({ variant: 'destructive', title: 'Switch Failed', description: errorMessage(error) })
    },
  })
}
