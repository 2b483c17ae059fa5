import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { bulkApi, type UploadProgress } from '#contract/bulk.ts'
import { t } from '#contract/i18n.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { call } from '#web/lib/api.ts'
import { upload } from '#web/lib/upload.ts'
import { refetchChanged, useUndoInToast } from '#web/shared/undo-changes.ts'
import { toast } from '#web/ui/toast.ts'

type FileUpload = {
  file: File
  changeSetId: string
  onSent: (share: number) => void
  signal: AbortSignal
  /** The confirmation of the risky values that the check has shown. */
  confirmation?: string | undefined
}

export function useCheckFile() {
  return useMutation({
    mutationFn: ({ file, changeSetId, ...options }: FileUpload) =>
      upload(bulkApi.preview, file, { changeSetId }, options),
  })
}

export function useUploadFile() {
  const queryClient = useQueryClient()
  const undoInToast = useUndoInToast()
  return useMutation({
    mutationFn: ({ file, changeSetId, ...options }: FileUpload) =>
      upload(bulkApi.upload, file, { changeSetId }, options),
    onSuccess: ({ changeSetId, processed, updated, created }) => {
      toast({
        title: t('Upload Successful'),
        description: t(
          'Processed {processed, plural, one {# row} other {# rows}}: {updated} updated, {created} created',
          { processed, updated, created },
        ),
        action: updated + created > 0 ? undoInToast(changeSetId) : undefined,
      })
      refetchChanged(queryClient)
    },
    onError: (error, { signal }) => {
      if (!signal.aborted) toastUploadFailed(errorMessage(error))
    },
  })
}

export function toastUploadFailed(reason: string) {
  toast({ variant: 'destructive', title: t('Upload Failed'), description: reason })
}

/** In milliseconds. */
const progressInterval = 400

const noProgress: UploadProgress = { phase: 'reading', done: 0, total: null }

/**
 * Polls the server's progress, first after one interval: earlier the server may not have started, and a small file is
 * already done by then.
 */
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
