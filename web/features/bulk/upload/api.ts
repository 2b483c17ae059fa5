import { type QueryClient, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { bulkApi, type UploadProgress } from '#contract/bulk.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { call, callPage } from '#web/lib/api.ts'
import { formatCount, formatNumber } from '#web/lib/figures.ts'
import { upload } from '#web/lib/upload.ts'
import { flattenPages } from '#web/shared/flatten-pages.ts'
import { toast } from '#web/ui/toast-store.ts'

type FileUpload = { file: File; changeSetId: string; onSent: (share: number) => void; signal: AbortSignal }

const progressInterval = 400

export function useCheckFile() {
  return useMutation({
    mutationFn: ({ file, changeSetId, ...options }: FileUpload) =>
      upload(bulkApi.preview, file, { changeSetId }, options),
  })
}

export function useUploadFile() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ file, changeSetId, ...options }: FileUpload) =>
      upload(bulkApi.upload, file, { changeSetId }, options),
    onSuccess: ({ processed, updated, created }) => {
      toast({
        title: 'Upload Successful',
        description: `Processed ${formatCount(processed, 'row')}: ${formatNumber(updated)} updated, ${formatNumber(created)} created`,
      })
      refetchChanged(queryClient)
    },
    onError: (error, { signal }) => {
      if (!signal.aborted) toastUploadFailed(errorMessage(error))
    },
  })
}

export function toastUploadFailed(reason: string) {
  toast({ variant: 'destructive', title: 'Upload Failed', description: reason })
}

const noProgress: UploadProgress = { phase: 'reading', done: 0, total: null }

/** First asks after an interval, not at once: before that the server may not have begun, and a small file is through. */
export function useUploadProgress(changeSetId: string, { isSent }: { isSent: boolean }): UploadProgress {
  return useQuery({
    queryKey: ['bulk', 'progress', changeSetId],
    queryFn: ({ signal }) => call(bulkApi.progress, { changeSetId }, { signal }),
    enabled: isSent,
    initialData: noProgress,
    refetchInterval: progressInterval,
    gcTime: 0,
  }).data
}

export function useChangeSets() {
  return useInfiniteQuery({
    queryKey: ['bulk', 'change-sets'],
    queryFn: ({ pageParam, signal }) => callPage(bulkApi.changeSets, { cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    select: flattenPages,
  })
}

export function useChangedRows(changeSetId: string) {
  return useInfiniteQuery({
    queryKey: ['bulk', 'changed-rows', changeSetId],
    queryFn: ({ pageParam, signal }) => callPage(bulkApi.changedRows, { changeSetId, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    select: flattenPages,
  })
}

export function useUndoChangeSet() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (changeSetId: string) => call(bulkApi.undo, { changeSetId }),
    onSuccess: ({ undone, conflicted }) => {
      toast({
        title: undone === 0 ? 'Nothing Undone' : 'Bulk Change Undone',
        description:
          conflicted === 0
            ? `${formatCount(undone, 'SKU')} as before`
            : `${formatCount(undone, 'SKU')} as before, ${formatNumber(conflicted)} left alone`,
      })
      refetchChanged(queryClient)
    },
    onError: (error) => toast({ variant: 'destructive', title: 'Undo Failed', description: errorMessage(error) }),
  })
}

function refetchChanged(queryClient: QueryClient) {
  for (const topic of ['products', 'inventory', 'bulk']) void queryClient.invalidateQueries({ queryKey: [topic] })
}
