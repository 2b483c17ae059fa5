import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Topic } from '#contract/events.ts'
import { type ReportOrdersFilter, reportsApi } from '#contract/reports.ts'
import { call, callPage } from '#web/lib/api.ts'
import { flattenPages } from '#web/shared/paged-list.tsx'
import type { ReportChoice } from './use-report-filter.ts'

/** Begins with no topic, so that not every order of a busy day has a year added up again: see `useFreshReport`. */
const reportKey = ['report'] as const
const ordersAtOnce = 20

/** Milliseconds between two answers. Days that are over change too, when one of their orders is cancelled. */
const minimumAge = { today: 30_000, past: 300_000 }

export function useReport({ type, startDate, endDate }: ReportChoice, today: string) {
  const query = useQuery({
    queryKey: [...reportKey, type, { startDate, endDate }],
    queryFn: async ({ signal }) => {
      const askedAt = Date.now()
      return { askedAt, report: await call(reportsApi.read, { type, startDate, endDate }, { signal }) }
    },
    placeholderData: keepPreviousData,
  })
  const isOfNow = type === 'inventory' || endDate >= today
  useRefetchOnChange({
    topic: type === 'inventory' ? 'inventory' : 'orders',
    askedAt: query.data ? Math.max(query.data.askedAt, query.errorUpdatedAt) : null,
    minimumAge: isOfNow ? minimumAge.today : minimumAge.past,
  })
  return query
}

type Freshness = { topic: Topic; askedAt: number | null; minimumAge: number }

/** Asks again once there are news, but lets the last answer rest for a while. */
function useRefetchOnChange({ topic, askedAt, minimumAge }: Freshness) {
  const queryClient = useQueryClient()
  const changedAt = useLastChange(topic)
  useEffect(() => {
    if (askedAt === null || changedAt <= askedAt) return
    const refetch = () => void queryClient.invalidateQueries({ queryKey: reportKey }, { cancelRefetch: false })
    const timer = setTimeout(refetch, Math.max(askedAt + minimumAge - Date.now(), 0))
    return () => clearTimeout(timer)
  }, [queryClient, changedAt, askedAt, minimumAge])
}

/** When the page last heard that something of the topic has changed; 0 while it has not. */
function useLastChange(topic: Topic): number {
  return useQuery({ queryKey: [topic, 'news'], queryFn: () => Date.now(), initialData: 0 }).data
}

/** What is shown already is asked for again. */
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
