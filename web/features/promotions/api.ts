import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '#contract/endpoint.ts'
import { t } from '#contract/i18n.ts'
import type { PromotionState } from '#contract/promotion-state.ts'
import { promotionsApi } from '#contract/promotions.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { call, callPage } from '#web/lib/api.ts'
import { flattenPages } from '#web/shared/paged-list.tsx'
import { toast } from '#web/ui/toast.ts'
import type { UsagePeriod } from './usage/usage-series.ts'

export function usePromotions({ search, state }: { search: string; state: PromotionState | undefined }) {
  return useInfiniteQuery({
    queryKey: ['promotions', 'list', { search, state }],
    queryFn: ({ pageParam, signal }) => callPage(promotionsApi.list, { search, state, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    select: flattenPages,
  })
}

export function usePromotion(promotionId: string) {
  return useQuery({
    queryKey: ['promotions', 'detail', promotionId],
    queryFn: ({ signal }) => call(promotionsApi.detail, { promotionId }, { signal }),
  })
}

const redemptionsAtOnce = 20

export function useRedemptions(promotionId: string) {
  return useInfiniteQuery({
    queryKey: ['promotions', 'redemptions', promotionId],
    queryFn: ({ pageParam, signal }) =>
      callPage(promotionsApi.redemptions, { promotionId, limit: redemptionsAtOnce, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    select: flattenPages,
  })
}

/** Usage of one promotion, or of all without `promotionId`. */
export function useUsage({ promotionId, days }: { promotionId?: string | undefined; days: UsagePeriod }) {
  return useQuery({
    queryKey: ['promotions', 'usage', { promotionId, days }],
    queryFn: ({ signal }) => call(promotionsApi.usage, { promotionId, days }, { signal }),
    placeholderData: keepPreviousData,
  })
}

export function useCreatePromotion() {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: (promotion: InputOf<typeof promotionsApi.create>) => call(promotionsApi.create, promotion),
    onSuccess: () => {
      toast({ title: t('Promotion Created'), description: t('Promotion has been created successfully') })
      void refetch()
    },
    onError: (error) => toastFailure(t('Failed to create promotion'), error),
  })
}

export function useUpdatePromotion() {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: (change: InputOf<typeof promotionsApi.update>) => call(promotionsApi.update, change),
    onSuccess: ({ title }) => {
      toast({ title: t('Promotion Updated'), description: t('Changes to {title} have been saved', { title }) })
      void refetch()
    },
    onError: (error) => toastFailure(t('Failed to update promotion'), error),
  })
}

/** Reads the current version after an optimistic-locking conflict. */
export function useReloadPromotion() {
  return useMutation({
    mutationFn: (promotionId: string) => call(promotionsApi.detail, { promotionId }),
    onError: (error) => toastFailure(t('Failed to load promotion'), error),
  })
}

export function useActivatePromotion() {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: (promotionId: string) => call(promotionsApi.activate, { promotionId }),
    onSuccess: ({ title }) => {
      toast({ title: t('Promotion Activated'), description: t('{title} is turned on', { title }) })
      return refetch()
    },
    onError: (error) => toastFailure(t('Failed to activate promotion'), error),
  })
}

export function useDeactivatePromotion() {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: (promotionId: string) => call(promotionsApi.deactivate, { promotionId }),
    onSuccess: ({ title }) => {
      toast({ title: t('Promotion Deactivated'), description: t('{title} is turned off', { title }) })
      return refetch()
    },
    onError: (error) => toastFailure(t('Failed to deactivate promotion'), error),
  })
}

export function useEndPromotion() {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: (promotionId: string) => call(promotionsApi.end, { promotionId }),
    onSuccess: ({ title }) => {
      toast({ title: t('Promotion Ended'), description: t('{title} has ended', { title }) })
      return refetch()
    },
    onError: (error) => toastFailure(t('Failed to end promotion'), error),
  })
}

function useRefetch() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: ['promotions'] })
}

function toastFailure(what: string, error: unknown) {
  toast({ variant: 'destructive', title: t('Error'), description: `${what}. ${errorMessage(error)}` })
}
