import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Endpoint, InputOf, ReplyOf } from '#contract/endpoint.ts'
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
    title: 'View Saved',
    done: ({ name }: SavedView) => `${name} is among your saved views`,
    failed: 'Failed to save the view',
  })

export const useUpdateView = () =>
  useChange(savedViewsApi.update, {
    title: 'View Updated',
    done: ({ name, isShared }: SavedView) => `${name} is ${isShared ? 'shared with your colleagues' : 'yours alone'}`,
    failed: 'Failed to update the view',
  })

export const useRemoveView = () =>
  useChange(savedViewsApi.remove, {
    title: 'View Deleted',
    done: () => 'It is no longer among the saved views',
    failed: 'Failed to delete the view',
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
      toast({ variant: 'destructive', title: 'Error', description: `${failed}. ${errorMessage(error)}` }),
  })
}
