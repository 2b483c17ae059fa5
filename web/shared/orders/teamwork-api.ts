import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Endpoint, InputOf, ReplyOf } from '#contract/endpoint.ts'
import { t } from '#contract/i18n.ts'
import { orderAssignmentsApi } from '#contract/order-assignments.ts'
import { mostTagsOfOrder, type OrderTag, orderTagsApi } from '#contract/order-tags.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { call } from '#web/lib/api.ts'
import { toast } from '#web/ui/toast.ts'

const tagsKey = ['order-tags', 'list']

export function useTags() {
  return useQuery({ queryKey: tagsKey, queryFn: ({ signal }) => call(orderTagsApi.list, {}, { signal }) })
}

/** Number of orders per tag. */
export function useTagCounts() {
  return useQuery({
    queryKey: ['order-tags', 'counts'],
    queryFn: ({ signal }) => call(orderTagsApi.counts, {}, { signal }),
    select: (counts) => new Map(counts.map(({ tagId, orders }) => [tagId, orders])),
    meta: { topics: ['orders'] },
  })
}

/** No toast: the new tag appears in the list that it was added to. */
export function useCreateTag() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: InputOf<typeof orderTagsApi.create>) => call(orderTagsApi.create, input),
    onSuccess: (tag) => queryClient.setQueryData<OrderTag[]>(tagsKey, (tags = []) => [...tags, tag].toSorted(byName)),
  })
}

const byName = (one: OrderTag, other: OrderTag) => one.name.localeCompare(other.name)

export const useUpdateTag = () =>
  useTagChange(orderTagsApi.update, {
    title: t('Tag Saved'),
    done: ({ name }) => t('All orders with this tag now show {name}', { name }),
  })

export const useMergeTags = () =>
  useTagChange(orderTagsApi.merge, {
    title: t('Tags Merged'),
    done: ({ name }) => t('The orders are tagged {name}', { name }),
  })

export const useRemoveTag = () =>
  useTagChange(orderTagsApi.remove, { title: t('Tag Deleted'), done: () => t('Removed from all orders') })

/** Failures are shown in the dialog. */
function useTagChange<E extends Endpoint>(
  endpoint: E,
  { title, done }: { title: string; done: (reply: ReplyOf<E>) => string },
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: InputOf<E>) => call(endpoint, input),
    onSuccess: (reply) => toast({ title, description: done(reply) }),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['order-tags'] }),
        queryClient.invalidateQueries({ queryKey: ['orders'] }),
      ]),
  })
}

/** Adds tags to orders and takes others off. */
export function useTagOrders() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: InputOf<typeof orderTagsApi.tagOrders>) => call(orderTagsApi.tagOrders, input),
    onSuccess: ({ changed, full }) => {
      const values = { changed, orders: full.join(', '), most: mostTagsOfOrder }
      toast({
        title: t('Tags Saved'),
        description:
          full.length > 0
            ? t(
                '{changed, plural, one {# order} other {# orders}} changed. {orders} would exceed {most} tags, so none were added there.',
                values,
              )
            : changedText(changed),
      })
    },
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: t('Error'),
        description: t('Failed to save the tags. {error}', { error: errorMessage(error) }),
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['orders'] }),
  })
}

const changedText = (changed: number) => t('{changed, plural, one {# order} other {# orders}} changed', { changed })

/** The company's people. */
export function useOrderPeople() {
  return useQuery({
    queryKey: ['users', 'of-orders'],
    queryFn: ({ signal }) => call(orderAssignmentsApi.people, {}, { signal }),
  })
}

export function useAssign() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: InputOf<typeof orderAssignmentsApi.assign>) => call(orderAssignmentsApi.assign, input),
    onSuccess: ({ changed }, { userId }) =>
      toast({
        title: userId === null ? t('Unassigned') : t('Assigned'),
        description: changedText(changed),
      }),
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: t('Error'),
        description: t('Failed to assign. {error}', { error: errorMessage(error) }),
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['orders'] }),
  })
}
