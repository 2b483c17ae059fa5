import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { t } from '#contract/i18n.ts'
import { type ReportSchedule, reportSchedulesApi, type ScheduleInput } from '#contract/report-schedules.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { call, callPage } from '#web/lib/api.ts'
import { flattenPages } from '#web/shared/paged-list.tsx'
import { toast } from '#web/ui/toast.ts'
import { describeTimingInline } from './schedule-labels.ts'

const runsAtOnce = 20

export function useSchedules() {
  return useQuery({
    queryKey: ['reports', 'schedules'],
    queryFn: ({ signal }) => call(reportSchedulesApi.list, {}, { signal }),
  })
}

export function useRuns(scheduleId: string) {
  return useInfiniteQuery({
    queryKey: ['reports', 'runs', scheduleId],
    queryFn: ({ pageParam, signal }) =>
      callPage(reportSchedulesApi.runs, { scheduleId, limit: runsAtOnce, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    select: flattenPages,
  })
}

export function useCreateSchedule() {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: (input: ScheduleInput) => call(reportSchedulesApi.create, input),
    onSuccess: (schedule) => {
      const description = schedule.isActive
        ? t('The report will be emailed {schedule}', { schedule: describeTimingInline(schedule) })
        : t('The report won’t be sent until you resume it')
      toast({ title: t('Schedule Created'), description })
      void refetch()
    },
    onError: (error) => toastFailure(t('Failed to create schedule'), error),
  })
}

export function useUpdateSchedule(scheduleId: string) {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: (input: ScheduleInput) => call(reportSchedulesApi.update, { scheduleId, ...input }),
    onSuccess: ({ name }) => {
      toast({ title: t('Schedule Updated'), description: t('Changes to “{name}” have been saved', { name }) })
      void refetch()
    },
    onError: (error) => toastFailure(t('Failed to update schedule'), error),
  })
}

/** Pauses an active schedule and resumes a paused one. */
export function useSwitchSchedule({ id, isActive }: ReportSchedule) {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: () => call(reportSchedulesApi.update, { scheduleId: id, isActive: !isActive }),
    onSuccess: (schedule) => {
      toast(
        schedule.isActive
          ? {
              title: t('Schedule Resumed'),
              description: t('“{name}” will be emailed {schedule}', {
                name: schedule.name,
                schedule: describeTimingInline(schedule),
              }),
            }
          : {
              title: t('Schedule Paused'),
              description: t('“{name}” won’t be sent until you resume it', { name: schedule.name }),
            },
      )
      return refetch()
    },
    onError: (error) => toastFailure(isActive ? t('Failed to pause schedule') : t('Failed to resume schedule'), error),
  })
}

export function useRunSchedule({ id }: ReportSchedule) {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: () => call(reportSchedulesApi.run, { scheduleId: id }),
    onSuccess: () => {
      toast({ title: t('Report Queued'), description: t('It will arrive in a moment') })
      return refetch()
    },
    onError: (error) => toastFailure(t('Failed to send the report'), error),
  })
}

export function useDeleteSchedule() {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: ({ id }: ReportSchedule) => call(reportSchedulesApi.remove, { scheduleId: id }),
    onSuccess: (_, { name }) => {
      toast({ title: t('Schedule Deleted'), description: t('“{name}” will no longer be sent', { name }) })
      return refetch()
    },
    onError: (error) => toastFailure(t('Failed to delete schedule'), error),
  })
}

function useRefetch() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: ['reports'] })
}

function toastFailure(what: string, error: unknown) {
  toast({ variant: 'destructive', title: what, description: errorMessage(error) })
}
