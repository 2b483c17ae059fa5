import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { bulkApi } from '#contract/bulk.ts'
import { t } from '#contract/i18n.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { call } from '#web/lib/api.ts'
import { leaveAfterConfirmation } from '#web/lib/leave-guards.ts'
import { toast, type ToastAction } from '#web/ui/toast.ts'

/** `onView` shows the rows that were left alone, by the id of the change set that was undone. */
export function useUndoChangeSet({ onView }: { onView?: (changeSetId: string) => void } = {}) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (changeSetId: string) => call(bulkApi.undo, { changeSetId }),
    onSuccess: ({ undone, conflicted }, changeSetId) => {
      toast({
        title: undone === 0 ? t('Nothing Undone') : t('Bulk Change Undone'),
        description:
          conflicted === 0
            ? t('{undone, plural, one {# SKU} other {# SKUs}} restored', { undone })
            : t('{undone, plural, one {# SKU} other {# SKUs}} restored, {conflicted} left unchanged', {
                undone,
                conflicted,
              }),
        action: onView && conflicted > 0 ? { label: t('View'), onSelect: () => onView(changeSetId) } : undefined,
      })
      refetchChanged(queryClient)
    },
    onError: (error) => toast({ variant: 'destructive', title: t('Undo Failed'), description: errorMessage(error) }),
  })
}

/** The Undo button of a bulk change's toast. It needs no confirmation: the change was made a moment ago. */
export function useUndoInToast(): (changeSetId: string) => ToastAction {
  const [, navigate] = useLocation()
  const onView = (id: string) => leaveAfterConfirmation(() => navigate(`/bulk-upload?change=${id}`))
  const { mutate } = useUndoChangeSet({ onView })
  return (changeSetId) => ({ label: t('Undo'), onSelect: () => mutate(changeSetId) })
}

export function refetchChanged(queryClient: QueryClient) {
  for (const topic of ['products', 'inventory', 'bulk']) void queryClient.invalidateQueries({ queryKey: [topic] })
}
