import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { channelsApi } from '#contract/channels.ts'
import { dashboardApi, mostInventoryAlerts } from '#contract/dashboard.ts'
import { t } from '#contract/i18n.ts'
import { inventoryApi } from '#contract/inventory.ts'
import { jobsApi } from '#contract/jobs.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { call, callPage } from '#web/lib/api.ts'
import { toast } from '#web/ui/toast.ts'

const limit = 5
const mostChannels = 8
const minute = 60_000
const quarterOfAnHour = 15 * minute
/**
 * Milliseconds added to the refetch time, so that the quarter of an hour has also begun on a server whose clock runs a
 * little behind.
 */
const margin = 1000

/**
 * Refetches at every full quarter of an hour, because the comparison with "yesterday at this hour" moves on. Midnight
 * of every time zone is a full quarter, so a page that stays open overnight shows the new day in the morning.
 */
export function useMetrics() {
  return useQuery({
    queryKey: ['metrics'],
    queryFn: ({ signal }) => call(dashboardApi.metrics, {}, { signal }),
    meta: { topics: ['orders', 'inventory', 'jobs', 'channels', 'products', 'marketplace', 'settings'] },
    refetchInterval: () => quarterOfAnHour - (Date.now() % quarterOfAnHour) + margin,
    refetchIntervalInBackground: true,
  })
}

/** The work of today. It follows what can change a count. */
export function useTodaysWork() {
  return useQuery({
    queryKey: ['orders', 'today'],
    queryFn: ({ signal }) => call(dashboardApi.today, {}, { signal }),
    meta: { topics: ['orders', 'inventory', 'jobs', 'settings'] },
  })
}

/** Polls every minute: the state gets worse while an order waits, and waiting publishes no event. */
export function useFulfillmentHealth() {
  return useQuery({
    queryKey: ['fulfillment-health'],
    queryFn: ({ signal }) => call(dashboardApi.fulfillmentHealth, {}, { signal }),
    meta: { topics: ['marketplace', 'orders'] },
    refetchInterval: minute,
  })
}

export function useChannelStates() {
  return useQuery({
    queryKey: ['channels', 'states'],
    queryFn: ({ signal }) => callPage(channelsApi.list, { limit: mostChannels }, { signal }),
  })
}

export function useInventoryAlerts() {
  return useQuery({
    queryKey: ['inventory', 'alerts'],
    queryFn: ({ signal }) => callPage(inventoryApi.alerts, { limit: mostInventoryAlerts }, { signal }),
  })
}

/** Job counts and the jobs to list: failed jobs first, because only they wait for a person, then the latest. */
export function useBackgroundJobs() {
  return useQuery({
    queryKey: ['jobs'],
    queryFn: async ({ signal }) => {
      const [counts, failed, latest] = await Promise.all([
        call(jobsApi.status, {}, { signal }),
        call(jobsApi.list, { status: 'failed', limit }, { signal }),
        call(jobsApi.list, { limit }, { signal }),
      ])
      return { counts, jobs: [...failed, ...latest.filter(({ id }) => !failed.some((job) => job.id === id))] }
    },
  })
}

export function useRecentOrders() {
  return useQuery({
    queryKey: ['orders', 'recent'],
    queryFn: ({ signal }) => call(dashboardApi.recentOrders, {}, { signal }),
  })
}

export function useRetryJob() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (jobId: string) => call(jobsApi.retry, { jobId }),
    onSuccess: () => {
      toast({ title: t('Job Restarted'), description: t('The job will run again now') })
      return queryClient.invalidateQueries({ queryKey: ['jobs'] })
    },
    onError: (error) => {
      toast({ variant: 'destructive', title: t('Retry Failed'), description: errorMessage(error) })
    },
  })
}
