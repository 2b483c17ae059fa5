import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { jobsApi } from '#contract/jobs.ts'
import { sentenceOf } from '#web/lib/api-error.ts'
import { call } from '#web/lib/api.ts'
import { toast } from '#web/ui/toast-store.ts'

const latestJobs = 5

export function useJobCounts() {
  return useQuery({
    queryKey: ['jobs', 'counts'],
    queryFn: ({ signal }) => call(jobsApi.status, {}, { signal }),
  })
}

export function useLatestJobs() {
  return useQuery({
    queryKey: ['jobs', 'latest'],
    queryFn: ({ signal }) => call(jobsApi.list, { limit: latestJobs }, { signal }),
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
