import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Endpoint, InputOf, ReplyOf } from '#contract/endpoint.ts'
import { t } from '#contract/i18n.ts'
import { type SavedView, savedViewsApi } from '#contract/saved-views.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { call } from '#web/lib/api.ts'
import { toast } from '#web/ui/toast.ts'

const viewsKey = ['saved-views']

export function useSavedViews() {
  return useQuery({ queryKey: viewsKey, queryFn: ({ signal }) => call(savedViewsApi.list, {}, { signal }) })
}

export const useCreateView = () =>
  useChange(savedViewsApi.create, {
    title: t('View Saved'),
    done: ({ name }: SavedView) => t('{name} is in your saved views', { name }),
    failed: t('Failed to save the view'),
  })

export const useUpdateView = () =>
  useChange(savedViewsApi.update, {
    title: t('View Updated'),
    done: ({ name, isShared }: SavedView) =>
      isShared ? t('{name} is shared with your colleagues', { name }) : t('Only you can see {name}', { name }),
    failed: t('Failed to update the view'),
  })

export const useRemoveView = () =>
  useChange(savedViewsApi.remove, {
    title: t('View Deleted'),
    done: () => t('It is no longer in the saved views'),
    failed: t('Failed to delete the view'),
  })

type ChangeTexts<Reply> = { title: string; done: (reply: Reply) => string; failed: string }

function useChange<E extends Endpoint>(endpoint: E, { title, done, failed }: ChangeTexts<ReplyOf<E>>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: InputOf<E>) => call(endpoint, input),
    onSuccess: (reply) => {
      toast({ title, description: done(reply) })
      return queryClient.invalidateQueries({ queryKey: viewsKey })
    },
    onError: (error) =>
      toast({ variant: 'destructive', title: t('Error'), description: `${failed}. ${errorMessage(error)}` }),
  })
}
