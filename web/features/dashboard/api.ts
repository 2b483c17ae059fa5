import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { dashboardApi } from '#contract/dashboard.ts'
import { jobsApi } from '#contract/jobs.ts'
import { sentenceOf } from '#web/lib/api-error.ts'
import { call } from '#web/lib/api.ts'
import { toast } from '#web/ui/toast-store.ts'

const limit = 5

/** The counts and the jobs worth a look: failed ones first, since only they wait for a person, then the latest. */
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
      toast({ title: 'Job Restarted', description: 'The job runs again now' })
      return queryClient.invalidateQueries({ queryKey: ['jobs'] })
    },
    onError: (error) => {
      toast({ variant: 'destructive', title: 'Retry Failed', description: sentenceOf(error) })
    },
  })
}
