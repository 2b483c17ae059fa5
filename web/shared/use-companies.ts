import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { adminApi } from '#contract/admin.ts'
import { callPage } from '#web/lib/api.ts'
import { flattenPages } from './flatten-pages.ts'

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
