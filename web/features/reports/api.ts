import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Topic } from '#contract/events.ts'
import { type ReportOrdersFilter, reportsApi } from '#contract/reports.ts'
import { call, callPage } from '#web/lib/api.ts'
import { flattenPages } from '#web/shared/paged-list.tsx'
import type { ReportChoice } from './use-report-filter.ts'

/**
 * Does not begin with a live topic: otherwise every order event would recompute the report. `useRefetchOnChange`
 * throttles that.
 */
const reportKey = ['report'] as const
const ordersAtOnce = 20

/** Milliseconds before a report is fetched again. Past days change too, when one of their orders is cancelled. */
const minimumAge = { today: 30_000, past: 300_000 }

export function useReport(choice: ReportChoice, today: string) {
  const { type, ...days } = choice
  const query = useQuery({
    queryKey: [...reportKey, type, days],
    queryFn: async ({ signal }) => {
      const requestedAt = Date.now()
      return { requestedAt, report: await call(reportsApi.read, choice, { signal }) }
    },
    placeholderData: keepPreviousData,
  })
  const isCurrent = type === 'inventory' || days.endDate >= today
  useRefetchOnChange({
    topic: type === 'inventory' ? 'inventory' : 'orders',
    requestedAt: query.data ? Math.max(query.data.requestedAt, query.errorUpdatedAt) : null,
    minimumAge: isCurrent ? minimumAge.today : minimumAge.past,
  })
  return query
}

type RefetchOptions = { topic: Topic; requestedAt: number | null; minimumAge: number }

/** Refetches the report after a change of its topic, but not before the last answer is `minimumAge` old. */
function useRefetchOnChange({ topic, requestedAt, minimumAge }: RefetchOptions) {
  const queryClient = useQueryClient()
  const changedAt = useLastChange(topic)
  useEffect(() => {
    if (requestedAt === null || changedAt <= requestedAt) return
    const refetch = () => void queryClient.invalidateQueries({ queryKey: reportKey }, { cancelRefetch: false })
    const timer = setTimeout(refetch, Math.max(requestedAt + minimumAge - Date.now(), 0))
    return () => clearTimeout(timer)
  }, [queryClient, changedAt, requestedAt, minimumAge])
}

/**
 * Time of the last live event of the topic; 0 before the first. The query refetches on each event and its function
 * reads the clock.
 */
function useLastChange(topic: Topic): number {
  return useQuery({ queryKey: [topic, 'last-change'], queryFn: () => Date.now(), initialData: 0 }).data
}

/** Refetches the report that is shown. */
export function useRefetchReport() {
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries({ queryKey: reportKey })
}

export function useReportOrders(filter: ReportOrdersFilter) {
  return useInfiniteQuery({
    queryKey: [...reportKey, 'orders', filter],
    queryFn: ({ pageParam, signal }) =>
      callPage(reportsApi.orders, { ...filter, limit: ordersAtOnce, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    select: flattenPages,
  })
}
